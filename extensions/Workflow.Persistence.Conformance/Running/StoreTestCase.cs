using System.ComponentModel;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace Workflow.Persistence.Conformance;

/// <summary>One test of a suite as a test case of xunit. A test that does not apply to the store is reported as skipped.</summary>
internal sealed class StoreTestCase : XunitTestCase
{
    /// <summary>Creates an empty test case, which xunit fills with serialized data.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [Obsolete("For deserialization by xunit only.")]
    public StoreTestCase()
    {
    }

    public StoreTestCase(IMessageSink diagnostics, TestMethodDisplay display, TestMethodDisplayOptions displayOptions, ITestMethod testMethod, string test)
        : base(diagnostics, display, displayOptions, testMethod, [test])
    {
    }

    public override async Task<RunSummary> RunAsync(
        IMessageSink diagnosticMessageSink,
        IMessageBus messageBus,
        object[] constructorArguments,
        ExceptionAggregator aggregator,
        CancellationTokenSource cancellationTokenSource)
    {
        // The base class disposes of neither bus.
        using SkipReporter reporter = new(messageBus);
        RunSummary summary = await base
            .RunAsync(diagnosticMessageSink, reporter, constructorArguments, aggregator, cancellationTokenSource).ConfigureAwait(false);
        summary.Failed -= reporter.Skipped;
        summary.Skipped += reporter.Skipped;
        return summary;
    }

    /// <summary>Returns the name with the whole argument, which xunit would truncate.</summary>
    protected override string GetDisplayName(IAttributeInfo factAttribute, string displayName) => $"{displayName}: {TestMethodArguments[0]}";
}
