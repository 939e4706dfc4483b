/**
 * A language whose texts are parsed as far as they are seen and a little further, not the hundred thousand characters
 * ahead that CodeMirror's own worker goes: those cost a long text more than showing it. The worker is given a tree of
 * what it asked for, with nothing in it from a position on that it names; the rest follows when the view comes near.
 */
import { indentService, Language, LanguageSupport, ParseContext, syntaxTree } from "@codemirror/language";
import type { EditorState, Extension } from "@codemirror/state";
import { type Input, NodeProp, Parser, type PartialParse, Tree, TreeFragment } from "@lezer/common";

/** Characters after the end of what is in view, and those of them that may be seen before more is parsed. */
const AHEAD = 20_000;
const ENOUGH = AHEAD / 2;
/** Characters after those that were asked for of which it is said too that nothing is in them. */
const MORE = 50_000;

/** On a tree: from here on its text was not parsed. */
const unparsedFrom = new NodeProp<number>({ perNode: true });

export function nearView({ language, support }: LanguageSupport): Extension {
  const near = new Language(language.data, new NearView(language.parser), [indentAsAbove], language.name);
  return new LanguageSupport(near, support);
}

/** How far a text is parsed. */
export function parsedTo(state: EditorState): number {
  const tree = syntaxTree(state);
  return tree.prop(unparsedFrom) ?? tree.length;
}

/** Where nothing is known of a line it is indented as the one above it. */
const indentAsAbove = indentService.of(({ state }, pos) => {
  const from = syntaxTree(state).prop(unparsedFrom);
  return from !== undefined && pos >= from ? null : undefined;
});

class NearView extends Parser {
  readonly #parser: Parser;

  constructor(parser: Parser) {
    super();
    this.#parser = parser;
  }

  override createParse(input: Input, given: readonly TreeFragment[], ranges: readonly Span[]): PartialParse {
    const context = ParseContext.get();
    const fragments = given.flatMap(parsed);
    const limit = context ? limitOf(context, fragments.at(-1)?.to ?? 0) : input.length;
    if (!context || limit >= input.length) return this.#parser.createParse(input, fragments, ranges);
    return new ParseNearView(this.#parser, context, input, fragments, limit, awaitedTo(given, limit));
  }
}

type Span = { readonly from: number; readonly to: number };

/** What was parsed of it: all, a part, or nothing. */
function parsed(fragment: TreeFragment): TreeFragment[] {
  const { from, to, tree, offset, openStart } = fragment;
  const end = (tree.prop(unparsedFrom) ?? Number.POSITIVE_INFINITY) - offset;
  if (end >= to) return [fragment];
  return end > from ? [new TreeFragment(from, end, tree, offset, openStart, true)] : [];
}

/** Of the text from the limit to here it was said before that it is to be parsed when the view comes near. */
function awaitedTo(fragments: readonly TreeFragment[], limit: number): number {
  const last = fragments.at(-1);
  return last?.tree.prop(unparsedFrom) !== undefined && last.from <= limit ? last.to : 0;
}

/** What is parsed already stays so. */
function limitOf({ viewport }: ParseContext, reached: number): number {
  return reached >= viewport.to + ENOUGH ? reached : viewport.to + AHEAD;
}

class ParseNearView implements PartialParse {
  readonly #parser: Parser;
  readonly #context: ParseContext;
  readonly #input: Input;
  readonly #awaitedTo: number;
  #fragments: readonly TreeFragment[];
  #limit: number;
  #parse: PartialParse;
  stoppedAt: number | null = null;

  constructor(
    parser: Parser,
    context: ParseContext,
    input: Input,
    fragments: readonly TreeFragment[],
    limit: number,
    awaitedTo: number,
  ) {
    this.#parser = parser;
    this.#context = context;
    this.#input = input;
    this.#fragments = fragments;
    this.#limit = limit;
    this.#awaitedTo = awaitedTo;
    this.#parse = this.#start();
  }

  get parsedPos(): number {
    return this.#parse.parsedPos;
  }

  /**
   * Who wants more than what is up to the limit is given nothing for it, and for so much after it that they need not ask
   * again for every character that is typed.
   */
  stopAt(pos: number): void {
    if (pos < this.#limit) this.#parse.stopAt(pos);
    const end = pos < this.#limit ? pos : pos <= this.#awaitedTo ? this.#awaitedTo : pos + MORE;
    this.stoppedAt = end < this.#input.length ? end : null;
  }

  advance(): Tree | null {
    const tree = this.#parse.advance();
    const end = this.stoppedAt ?? this.#input.length;
    if (!tree || end <= this.#limit) return tree;
    const limit = Math.min(limitOf(this.#context, this.#limit), end);
    if (limit > this.#limit) {
      this.#fragments = TreeFragment.addTree(tree, this.#fragments, true);
      this.#limit = limit;
      this.#parse = this.#start();
      return null;
    }
    if (end > this.#awaitedTo) this.#context.skipUntilInView(limit - ENOUGH, end);
    const { type, children, positions, propValues } = tree;
    return new Tree(type, children, positions, end, [...propValues, [unparsedFrom, limit]]);
  }

  #start(): PartialParse {
    const parse = this.#parser.startParse(this.#input, this.#fragments);
    if (this.#limit < this.#input.length) parse.stopAt(this.#limit);
    return parse;
  }
}
