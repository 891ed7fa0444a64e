using System.Runtime.CompilerServices;

namespace Workflow.Testing;

/// <summary>
/// Finds workflows that depend on the order of external events. The test runs the workflow once for each order of the events. An event that the workflow does
/// not wait for yet is tried again after each later event, as a sender does.
/// </summary>
/// <example>
/// <code>
/// await InterleavingTest.ExploreAsync(new OrderApproval(), new InterleavingOptions
/// {
///     Events = [TestEvent.Resume("pay"), TestEvent.Resume("ship"), TestEvent.Cancel(), TestEvent.Advance(TimeSpan.FromDays(7))],
///     Verify = outcome => Assert.True(outcome.Effects.CountOf("refund") &lt;= 1),
/// });
/// </code>
/// </example>
public static class InterleavingTest
{
    /// <summary>Runs all orders, or <see cref="InterleavingOptions.MaxOrders"/> random orders if there are more.</summary>
    /// <param name="definition">The workflow.</param>
    /// <param name="options">The events and the rules.</param>
    /// <param name="cancellationToken">Stops the exploration between two runs, and cancels the wait for asynchronous operations.</param>
    /// <returns>A task that returns the number of orders that were run.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="InvalidWorkflowException">The definition is invalid.</exception>
    /// <exception cref="WorkflowTestException">
    /// A rule does not hold; the message contains the smallest list of events that breaks the rule, and explains how to replay it.
    /// </exception>
    public static async Task<InterleavingReport> ExploreAsync(Activity definition, InterleavingOptions options, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(definition);
        ArgumentNullException.ThrowIfNull(options);
        bool isExhaustive = EventOrders.AreAtMost(options.Events.Count, options.MaxOrders);
        IEnumerable<int[]> orders = isExhaustive
            ? EventOrders.All(options.Events.Count)
            : EventOrders.Random(options.Events.Count, options.MaxOrders, options.Seed);
        int count = 0;
        foreach (int[] order in orders)
        {
            cancellationToken.ThrowIfCancellationRequested();
            count++;
            TestEvent[] events = Array.ConvertAll(order, index => options.Events[index]);
            if (await FindFailureAsync(definition, options, events, cancellationToken).ConfigureAwait(false) is { } failure)
            {
                string how = isExhaustive ? $"order {count} of all orders" : $"order {count} of seed {options.Seed}";
                throw await MinimizeAsync(definition, options, events, failure, how, cancellationToken).ConfigureAwait(false);
            }
        }

        return new InterleavingReport(count, isExhaustive);
    }

    /// <summary>Runs one order only, to replay an order that failed.</summary>
    /// <param name="definition">The workflow.</param>
    /// <param name="options">The rules, and the events in the order in which they are delivered.</param>
    /// <param name="cancellationToken">Cancels the wait for asynchronous operations.</param>
    /// <returns>A task that returns the outcome.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="InvalidWorkflowException">The definition is invalid.</exception>
    /// <exception cref="WorkflowTestException">A rule does not hold.</exception>
    public static async Task<InterleavingOutcome> ReplayAsync(Activity definition, InterleavingOptions options, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(definition);
        ArgumentNullException.ThrowIfNull(options);
        return await RunAsync(definition, options, options.Events, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Removes events from the list as long as the remaining events still fail in the same way.</summary>
    private static async Task<WorkflowTestException> MinimizeAsync(
        Activity definition, InterleavingOptions options, IReadOnlyList<TestEvent> events, Exception failure, string how, CancellationToken cancellationToken)
    {
        List<TestEvent> smallest = [.. events];
        for (int index = smallest.Count - 1; index >= 0; index--)
        {
            List<TestEvent> fewer = [.. smallest];
            fewer.RemoveAt(index);
            if (await FindFailureAsync(definition, options, fewer, cancellationToken).ConfigureAwait(false) is { } still && IsSameKind(still, failure))
            {
                (smallest, failure) = (fewer, still);
            }
        }

        string order = string.Join(", ", smallest);
        return new WorkflowTestException(
            $"The events fail in this order: {(smallest.Count == 0 ? "none" : order)} ({how}, reduced from {events.Count} to {smallest.Count} events; "
            + $"pass these events to 'ReplayAsync').{Environment.NewLine}{failure.Message}",
            failure);
    }

    /// <summary>
    /// Returns true if both failures are of the same kind. A workflow that lacks an event waits forever, which is another failure than the one that was found.
    /// </summary>
    private static bool IsSameKind(Exception one, Exception other) =>
        one.GetType() == other.GetType() && one is WorkflowTestException { IsWait: true } == other is WorkflowTestException { IsWait: true };

    private static async Task<Exception?> FindFailureAsync(
        Activity definition, InterleavingOptions options, IReadOnlyList<TestEvent> events, CancellationToken cancellationToken)
    {
        try
        {
            await RunAsync(definition, options, events, cancellationToken).ConfigureAwait(false);
            return null;
        }
        catch (Exception exception) when (exception is not (OperationCanceledException or InvalidWorkflowException))
        {
            return exception;
        }
    }

    private static async Task<InterleavingOutcome> RunAsync(
        Activity definition, InterleavingOptions options, IReadOnlyList<TestEvent> events, CancellationToken cancellationToken)
    {
        InterleavingRun run = new(definition, options);
        await using ConfiguredAsyncDisposable disposal = run.ConfigureAwait(false);
        return await run.RunAsync(events, cancellationToken).ConfigureAwait(false);
    }
}
