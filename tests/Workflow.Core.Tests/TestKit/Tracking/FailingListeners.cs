using System.Diagnostics;
using System.Diagnostics.Metrics;
using Span = System.Diagnostics.Activity;

namespace Workflow.Core.Tests.TestKit;

/// <summary>Listeners that throw, for one instrument or for spans, and only for one definition or participant.</summary>
internal sealed class FailingListeners : IDisposable
{
    private readonly string _definition;
    private readonly string _what;
    private readonly MeterListener _meters = new();
    private readonly ActivityListener _activities;

    /// <param name="definition">The display name of the root, or the name of the participant.</param>
    /// <param name="what">The end of an instrument's name, "span begins", or "span ends".</param>
    public FailingListeners(string definition, string what)
    {
        _definition = definition;
        _what = what;
        _meters.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Meter.Name == "Workflow" && instrument.Name.EndsWith(what, StringComparison.Ordinal))
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        _meters.SetMeasurementEventCallback<long>(OnMeasured);
        _meters.Start();
        _activities = new ActivityListener
        {
            ShouldListenTo = source => source.Name == "Workflow" && what.StartsWith("span", StringComparison.Ordinal),
            Sample = (ref ActivityCreationOptions<System.Diagnostics.ActivityContext> _) => ActivitySamplingResult.AllDataAndRecorded,
            ActivityStarted = _ => ThrowIf("span begins"),
            ActivityStopped = OnStopped,
        };
        ActivitySource.AddActivityListener(_activities);
    }

    public InvalidOperationException Failure { get; } = new("the listener failed");

    public void Dispose()
    {
        _meters.Dispose();
        _activities.Dispose();
    }

    private void OnMeasured(Instrument instrument, long measurement, ReadOnlySpan<KeyValuePair<string, object?>> tags, object? state)
    {
        foreach ((string key, object? value) in tags)
        {
            if (key is "workflow.definition" or "workflow.participant" && Equals(value, _definition))
            {
                throw Failure;
            }
        }
    }

    private void OnStopped(Span span)
    {
        if (Equals(span.GetTagItem("workflow.definition"), _definition))
        {
            ThrowIf("span ends");
        }
    }

    private void ThrowIf(string what)
    {
        if (_what == what)
        {
            throw Failure;
        }
    }
}
