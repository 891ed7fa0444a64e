using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Workflow.Testing;

/// <summary>Runs one activity or workflow to its end on a virtual clock. This is the shortest form of a test.</summary>
/// <example>
/// <code>
/// WorkflowTestResult result = WorkflowTest.Run(new ShippingCost(), new Dictionary&lt;string, object?&gt; { ["Country"] = "DE" });
/// Assert.Equal(4.90m, result.GetOutput&lt;decimal&gt;());
/// result.Trace.AssertRan("Look up the country");
/// </code>
/// </example>
public static class WorkflowTest
{
    /// <summary>Runs a workflow without asynchronous operations. All delays are skipped.</summary>
    /// <param name="activity">The workflow.</param>
    /// <param name="inputs">The inputs by name; null for none.</param>
    /// <param name="options">
    /// The settings, such as extensions. Null, the default, for the default settings with <see cref="PersistableIdleAction.None"/>: nothing is saved.
    /// </param>
    /// <returns>The result of the workflow, also if it was canceled or faulted.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="activity"/> is null.</exception>
    /// <exception cref="InvalidWorkflowException">The definition is invalid.</exception>
    /// <exception cref="ArgumentException">The inputs do not fit the definition.</exception>
    /// <exception cref="InvalidOperationException">The workflow waits for an asynchronous operation; use <see cref="RunAsync"/>.</exception>
    /// <exception cref="WorkflowTestException">The workflow was aborted, or waits at a bookmark.</exception>
    [SuppressMessage("ApiDesign", "RS0030:Do not use banned APIs", Justification = "The task has ended, so nothing is blocked.")]
    [SuppressMessage("Usage", "VSTHRD002:Avoid problematic synchronous waits", Justification = "The task has ended, so nothing is blocked.")]
    public static WorkflowTestResult Run(Activity activity, IDictionary<string, object?>? inputs = null, TestHostOptions? options = null)
    {
        Task<WorkflowTestResult> run = RunAsync(activity, inputs, options);
        return run.IsCompleted
            ? run.GetAwaiter().GetResult()
            : throw new InvalidOperationException(
                $"'{activity.DisplayName}' waits for an asynchronous operation, and 'Run' does not block the thread; call and await 'RunAsync' instead.");
    }

    /// <summary>Runs a workflow. All delays are skipped.</summary>
    /// <param name="activity">The workflow.</param>
    /// <param name="inputs">The inputs by name; null for none.</param>
    /// <param name="options">
    /// The settings, such as extensions. Null, the default, for the default settings with <see cref="PersistableIdleAction.None"/>: nothing is saved.
    /// </param>
    /// <param name="cancellationToken">Cancels the wait for asynchronous operations.</param>
    /// <returns>A task that returns the result of the workflow, also if it was canceled or faulted.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="activity"/> is null.</exception>
    /// <exception cref="InvalidWorkflowException">The definition is invalid.</exception>
    /// <exception cref="ArgumentException">The inputs do not fit the definition.</exception>
    /// <exception cref="WorkflowTestException">The workflow was aborted, or waits at a bookmark.</exception>
    public static async Task<WorkflowTestResult> RunAsync(
        Activity activity, IDictionary<string, object?>? inputs = null, TestHostOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(activity);
        TestHost host = new(options ?? new TestHostOptions { IdleAction = PersistableIdleAction.None });
        await using ConfiguredAsyncDisposable disposal = host.ConfigureAwait(false);
        return await host.Start(activity, inputs).RunToEndAsync(cancellationToken).ConfigureAwait(false);
    }
}
