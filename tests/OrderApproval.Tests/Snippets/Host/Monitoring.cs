using OpenTelemetry;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;

namespace OrderApproval.Tests.Snippets;

internal static class Monitoring
{
    public static async Task ExportWhileAsync(Func<Task> run)
    {
        using MeterProvider? meters = Sdk.CreateMeterProviderBuilder().AddMeter("Workflow").AddOtlpExporter().Build();
        using TracerProvider? traces = Sdk.CreateTracerProviderBuilder().AddSource("Workflow").AddOtlpExporter().Build();
        await run();
    }
}
