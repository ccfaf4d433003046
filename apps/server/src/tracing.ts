import type { Context, Span, SpanKind } from '@opentelemetry/api';

/** Where traces go, and the share of requests that are traced. */
export interface TracesConfig {
  /** OTLP over HTTP, such as `http://collector:4318/v1/traces`. */
  url: string;
  share: number;
}

type Attributes = Readonly<Record<string, string | number>>;

interface Tracer {
  run<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>;
  /** Begins the span of a request. `next` runs with it as the parent of what follows. */
  enter(headers: object, next: () => void): Span;
  end(span: Span, name: string, attributes: Attributes, isError: boolean): void;
  stop(): Promise<void>;
}

/** Undefined while traces are off, which is the default; then nothing of OpenTelemetry is loaded. */
let tracer: Tracer | undefined;

/** Returns the tracer of requests, if traces are on. */
export const requestTracer = () => tracer;

/** Runs work in a span of its own, if traces are on. Attributes never contain values of statements or content of records. */
export function traced<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return tracer ? tracer.run(name, attributes, work) : work();
}

/** Sends spans to a collector from now on. Returns the function that sends the rest and ends it. */
export async function startTracing({ url, share }: TracesConfig, processName: string): Promise<() => Promise<void>> {
  const [api, { AsyncLocalStorageContextManager }, { W3CTraceContextPropagator }, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace'),
    ]);
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'yardage', 'service.instance.id': processName }),
    // A request that a proxy has already decided to trace is traced here, too.
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  api.propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  api.trace.setGlobalTracerProvider(provider);
  const spans = provider.getTracer('yardage');
  const { context, propagation, trace, SpanStatusCode } = api;
  const begin = (name: string, kind: SpanKind, attributes: Attributes, parent: Context) => {
    const span = spans.startSpan(name, { kind, attributes }, parent);
    return { span, inside: trace.setSpan(parent, span) };
  };
  tracer = {
    async run(name, attributes, work) {
      const { span, inside } = begin(name, api.SpanKind.INTERNAL, attributes, context.active());
      try {
        return await context.with(inside, work);
      } catch (error) {
        // The code only: messages may contain values.
        span.setStatus({ code: SpanStatusCode.ERROR, message: String((error as { code?: unknown }).code ?? (error as Error).name) });
        throw error;
      } finally {
        span.end();
      }
    },
    enter(headers, next) {
      const { span, inside } = begin('request', api.SpanKind.SERVER, {}, propagation.extract(context.active(), headers));
      context.with(inside, next);
      return span;
    },
    end(span, name, attributes, isError) {
      span.updateName(name);
      span.setAttributes(attributes);
      if (isError) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
    stop: () => provider.shutdown(),
  };
  return async () => {
    const stopping = tracer;
    tracer = undefined;
    await stopping?.stop();
    api.trace.disable();
    api.context.disable();
    api.propagation.disable();
  };
}
