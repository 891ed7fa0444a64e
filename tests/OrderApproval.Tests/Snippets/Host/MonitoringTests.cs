using System.Collections.Concurrent;
using System.Diagnostics;
using OpenTelemetry;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;
using OrderApproval.Tests.Documents;
using Workflow;
using Workflow.Statements;

namespace OrderApproval.Tests.Snippets;

/// <summary>Tests of the meter and the spans that docs/host/observability.md describes, collected by OpenTelemetry.</summary>
public sealed class MonitoringTests
{
    private const string Document = "docs/host/observability.md";

    [Fact]
    public void Meter_CollectedByOpenTelemetry_HasDocumentedInstruments()
    {
        MeterNotes notes = new();
        using (MeterProvider? meters = Sdk.CreateMeterProviderBuilder().AddMeter("Workflow").AddReader(new BaseExportingMetricReader(notes)).Build())
        {
            WorkflowInvoker.Invoke(new Sequence { DisplayName = nameof(MonitoringTests) });
            meters!.ForceFlush();
        }

        string[] told = ["workflow.instances.ended", "workflow.instances.running", "workflow.instances.started", "workflow.work_items"];
        Assert.Equal(told, notes.Names.Order(StringComparer.Ordinal).Intersect(told));
        string text = string.Join('\n', Checkout.ReadLines(Document));
        Assert.All(notes.Names, name => Assert.Contains($"`{name}`", text, StringComparison.Ordinal));
    }

    [Fact]
    public void Spans_CollectedByOpenTelemetry_AreOnePerEpisode()
    {
        SpanNotes notes = new();
        using (TracerProvider? traces = Sdk.CreateTracerProviderBuilder().AddSource("Workflow").AddProcessor(new SimpleActivityExportProcessor(notes)).Build())
        {
            WorkflowInvoker.Invoke(new Sequence { DisplayName = nameof(Spans_CollectedByOpenTelemetry_AreOnePerEpisode) });
        }

        System.Diagnostics.Activity span = Assert.Single(
            notes.Spans, span => Equals(span.GetTagItem("workflow.definition"), nameof(Spans_CollectedByOpenTelemetry_AreOnePerEpisode)));
        Assert.Equal(("workflow.episode", "closed"), (span.OperationName, span.GetTagItem("workflow.episode.outcome")));
        Assert.Equal(ActivityStatusCode.Unset, span.Status);
    }

    private sealed class MeterNotes : BaseExporter<Metric>
    {
        public HashSet<string> Names { get; } = [];

        public override ExportResult Export(in Batch<Metric> batch)
        {
            foreach (Metric metric in batch)
            {
                Names.Add(metric.Name);
            }

            return ExportResult.Success;
        }
    }

    private sealed class SpanNotes : BaseExporter<System.Diagnostics.Activity>
    {
        /// <summary>The exported spans. Concurrent, because workflows of parallel tests can end spans while this test reads the queue.</summary>
        public ConcurrentQueue<System.Diagnostics.Activity> Spans { get; } = [];

        public override ExportResult Export(in Batch<System.Diagnostics.Activity> batch)
        {
            foreach (System.Diagnostics.Activity span in batch)
            {
                Spans.Enqueue(span);
            }

            return ExportResult.Success;
        }
    }
}
