import type { Meter } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader, type PushMetricExporter } from '@opentelemetry/sdk-metrics'

export interface ExporterOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly everyMs: number
  readonly version: string
  /** Tells copies of the server apart. */
  readonly instance: string
  onProblem(text: string): void
}

/** A meter whose figures go to a collector. */
export function meterTo(options: ExporterOptions): { readonly meter: Meter; close(): Promise<void> } {
  const { url, headers, everyMs, version, instance, onProblem } = options
  const tell = (error: unknown): void => onProblem(error instanceof Error ? error.message : String(error))
  const plain = new OTLPMetricExporter({ url, headers, timeoutMillis: Math.min(10_000, everyMs) })
  const exporter: PushMetricExporter = {
    export: (figures, done) =>
      plain.export(figures, (result) => {
        if (result.error !== undefined) tell(result.error)
        done(result)
      }),
    forceFlush: () => plain.forceFlush(),
    shutdown: () => plain.shutdown(),
    selectAggregationTemporality: (kind) => plain.selectAggregationTemporality(kind),
  }
  const provider = new MeterProvider({
    resource: resourceFromAttributes({
      'service.name': 'holdpoint-server',
      'service.version': version,
      'service.instance.id': instance,
    }),
    readers: [
      new PeriodicExportingMetricReader({
        exporter,
        exportIntervalMillis: everyMs,
        exportTimeoutMillis: Math.min(10_000, everyMs),
      }),
    ],
  })
  return {
    meter: provider.getMeter('holdpoint-server', version),
    close: () => provider.shutdown().catch(tell),
  }
}
