import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { AssistantRecord } from '@yardage/contract/assistant';
import { plainText } from '@yardage/contract/assistant-blocks';
import { currentLanguage } from '@yardage/messages/language';
import { isStepCount, type ModelMessage, streamText, type ToolSet, tool } from 'ai';
import type { z } from 'zod';
import { type AnswerPart, type AssistantQuestion, TOOL_INPUTS, type ToolCall, type ToolName, type ToolResult } from '../port.ts';
import { MODEL_MESSAGES } from './model.messages.ts';
import { PlainStream } from './plain-words.ts';
import { modelInstructions, SUBJECT_OF, TOOL_DESCRIPTIONS } from './prompts.ts';

/** Settings of a language model. */
export interface ModelSettings {
  /** Base URL of an endpoint for OpenAI's chat completions, without `/chat/completions`. */
  url: string;
  name: string;
  key: string | undefined;
  timeoutMs: number;
}

/** The model may take this many steps; each is a round of tool calls or the answer. */
const MAX_STEPS = 6;
const MAX_SHOWN_RESULTS = 3;
const MAX_OUTPUT_TOKENS = 800;

/** Lets a model answer with the tools. Throws if it fails. */
export async function* askModel(settings: ModelSettings, question: AssistantQuestion): AsyncGenerator<AnswerPart> {
  const provider = createOpenAICompatible({
    name: 'assistant',
    baseURL: settings.url,
    ...(settings.key ? { apiKey: settings.key } : {}),
    // The key and the question must not follow a redirect to another server.
    fetch: (address, options) => fetch(address, { ...options, redirect: 'error' }),
  });
  const results: ToolResult[] = [];
  const words = new PlainStream();
  let hasSaid = false;
  const result = streamText({
    model: provider(settings.name),
    instructions: modelInstructions(question.today, languageName()),
    messages: messagesOf(question),
    tools: toolsOf(question, results),
    stopWhen: isStepCount(MAX_STEPS),
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    maxRetries: 0,
    timeout: { totalMs: settings.timeoutMs },
    abortSignal: question.signal,
    // The error is thrown below, where the stream is read.
    onError: () => undefined,
  });
  for await (const part of result.fullStream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'abort') throw new Error('the model took too long');
    if (part.type === 'tool-call')
      yield { type: 'step', text: MODEL_MESSAGES.looking(MODEL_MESSAGES.subjects[SUBJECT_OF[part.toolName as ToolName] ?? 'records']) };
    if (part.type !== 'text-delta') continue;
    const text = words.take(part.text);
    hasSaid ||= text.trim() !== '';
    if (text) yield { type: 'text', text };
  }
  const rest = words.end();
  hasSaid ||= rest.trim() !== '';
  if (rest) yield { type: 'text', text: rest };
  if (!hasSaid && results.length === 0) throw new Error('the model answered nothing');
  yield* shown(results, hasSaid);
}

/** The English name of the user's language. */
const languageName = (): string => new Intl.DisplayNames(['en'], { type: 'language' }).of(currentLanguage()) ?? 'English';

/** Yields the portal's own tables and links for what was looked up. If the model wrote no text, yields the tools' texts too. */
function* shown(results: readonly ToolResult[], hasSaid: boolean): Generator<AnswerPart> {
  const records = new Map<string, AssistantRecord>();
  for (const result of results) for (const record of result.records) records.set(record.href, record);
  for (const { text, blocks } of results.slice(-MAX_SHOWN_RESULTS)) {
    if (!hasSaid) yield { type: 'text', text };
    for (const block of blocks) yield { type: 'block', block };
  }
  if (records.size > 0) yield { type: 'records', records: [...records.values()] };
}

function toolsOf({ lookUp }: AssistantQuestion, results: ToolResult[]): ToolSet {
  const entries = (Object.keys(TOOL_INPUTS) as ToolName[]).map((name) => [
    name,
    tool({
      description: TOOL_DESCRIPTIONS[name],
      inputSchema: TOOL_INPUTS[name] as z.ZodType<object>,
      execute: async (input) => {
        const result = await lookUp({ tool: name, input } as ToolCall);
        results.push(result);
        return { found: result.text, details: plainText(result.blocks) };
      },
    }),
  ]);
  return Object.fromEntries(entries) as ToolSet;
}

function messagesOf({ history, text }: AssistantQuestion): ModelMessage[] {
  const before = history.map(({ sender, blocks }): ModelMessage => ({ role: sender, content: plainText(blocks) }));
  return [...before, { role: 'user', content: text }];
}
