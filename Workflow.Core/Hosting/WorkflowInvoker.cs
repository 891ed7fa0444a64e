using Workflow.Hosting;

namespace Workflow;

/// <summary>Runs a workflow like a method call, with inputs and outputs, on the thread of the caller or as a task (rules 17 and 22.1).</summary>
/// <remarks>
/// Thread-safe: any number of threads may use the static methods and an invoker object at the same time, because each call creates an instance of its own.
/// An exception that nothing in the workflow handles is rethrown to the caller with its stack trace.
/// </remarks>
public sealed class WorkflowInvoker
{
    private readonly Activity _workflow;

    /// <summary>Creates an invoker for one definition.</summary>
    /// <param name="workflow">The root of the definition.</param>
    public WorkflowInvoker(Activity workflow)
    {
        ArgumentNullException.ThrowIfNull(workflow);
        _workflow = workflow;
    }

    /// <summary>The objects that activities find by type. Add them before the first run.</summary>
    public WorkflowInstanceExtensionManager Extensions { get; } = new();

    /// <summary>Runs a workflow to its end on the thread of the caller. The thread is blocked while the workflow waits.</summary>
    /// <param name="workflow">The root of the definition.</param>
    /// <returns>The out and in-out arguments by name; empty if there are none.</returns>
    /// <exception cref="InvalidWorkflowException">The definition is invalid; the message lists every error.</exception>
    public static IDictionary<string, object?> Invoke(Activity workflow) => Run(workflow, null, null, Timeout.InfiniteTimeSpan);

    /// <summary>Runs a workflow to its end on the thread of the caller.</summary>
    /// <param name="workflow">The root of the definition.</param>
    /// <param name="timeout">
    /// The timeout. Checked only while the workflow waits. <see cref="Timeout.InfiniteTimeSpan"/> means none; zero allows no wait.
    /// </param>
    /// <returns>The out and in-out arguments by name; empty if there are none.</returns>
    /// <exception cref="TimeoutException">The timeout expired before the workflow completed, and the workflow was aborted while it waited.</exception>
    public static IDictionary<string, object?> Invoke(Activity workflow, TimeSpan timeout) => Run(workflow, null, null, timeout);

    /// <summary>Runs a workflow to its end on the thread of the caller.</summary>
    /// <param name="workflow">The root of the definition.</param>
    /// <param name="inputs">The values of the in and in-out arguments, by name; null values count as not supplied.</param>
    /// <returns>The out and in-out arguments by name; empty if there are none.</returns>
    /// <exception cref="ArgumentException">Inputs are missing, unknown or of the wrong type; the message names them all.</exception>
    public static IDictionary<string, object?> Invoke(Activity workflow, IDictionary<string, object?> inputs)
    {
        ArgumentNullException.ThrowIfNull(inputs);
        return Run(workflow, inputs, null, Timeout.InfiniteTimeSpan);
    }

    /// <inheritdoc cref="Invoke(Activity, TimeSpan)"/>
    /// <param name="workflow">The root of the definition.</param>
    /// <param name="inputs">The values of the in and in-out arguments, by name; null values count as not supplied.</param>
    /// <param name="timeout">The timeout. Checked only while the workflow waits.</param>
    public static IDictionary<string, object?> Invoke(Activity workflow, IDictionary<string, object?> inputs, TimeSpan timeout)
    {
        ArgumentNullException.ThrowIfNull(inputs);
        return Run(workflow, inputs, null, timeout);
    }

    /// <summary>Runs a workflow with a result to its end on the thread of the caller.</summary>
    /// <typeparam name="TResult">The type of the result.</typeparam>
    /// <param name="workflow">The root of the definition.</param>
    /// <returns>The result.</returns>
    public static TResult Invoke<TResult>(Activity<TResult> workflow) => RunForResult(workflow, null, Timeout.InfiniteTimeSpan);

    /// <summary>Runs a workflow with a result to its end on the thread of the caller.</summary>
    /// <typeparam name="TResult">The type of the result.</typeparam>
    /// <param name="workflow">The root of the definition.</param>
    /// <param name="inputs">The values of the in and in-out arguments, by name; null for none.</param>
    /// <returns>The result.</returns>
    public static TResult Invoke<TResult>(Activity<TResult> workflow, IDictionary<string, object?>? inputs) =>
        RunForResult(workflow, inputs, Timeout.InfiniteTimeSpan);

    /// <summary>Runs a workflow with a result to its end on the thread of the caller.</summary>
    /// <typeparam name="TResult">The type of the result.</typeparam>
    /// <param name="workflow">The root of the definition.</param>
    /// <param name="inputs">The values of the in and in-out arguments, by name; null for none.</param>
    /// <param name="timeout">The timeout. Checked only while the workflow waits.</param>
    /// <returns>The result.</returns>
    public static TResult Invoke<TResult>(Activity<TResult> workflow, IDictionary<string, object?>? inputs, TimeSpan timeout) =>
        RunForResult(workflow, inputs, timeout);

    /// <summary>Runs a workflow with a result to its end on the thread of the caller.</summary>
    /// <typeparam name="TResult">The type of the result.</typeparam>
    /// <param name="workflow">The root of the definition.</param>
    /// <param name="inputs">The values of the in and in-out arguments, by name; null for none.</param>
    /// <param name="additionalOutputs">The other out and in-out arguments by name.</param>
    /// <param name="timeout">The timeout. Checked only while the workflow waits.</param>
    /// <returns>The result.</returns>
    public static TResult Invoke<TResult>(
        Activity<TResult> workflow, IDictionary<string, object?>? inputs, out IDictionary<string, object?> additionalOutputs, TimeSpan timeout)
    {
        TResult result = InvokerRun.Run(workflow, inputs, null, timeout).TakeResult<TResult>(out Dictionary<string, object?> outputs);
        outputs.Remove(nameof(ActivityWithResult.Result));
        additionalOutputs = outputs;
        return result;
    }

    /// <summary>Runs a workflow asynchronously. No thread is blocked while it waits.</summary>
    /// <param name="workflow">The root of the definition.</param>
    /// <param name="inputs">The values of the in and in-out arguments, by name; null for none.</param>
    /// <param name="cancellationToken">
    /// Requests cancellation of the workflow at its next work item. The workflow may still complete; its task is canceled only if the workflow ends
    /// canceled.
    /// </param>
    /// <returns>The out and in-out arguments by name; empty if there are none.</returns>
    /// <remarks>
    /// The workflow runs on the thread of the caller until it first waits, and then on the threads on which its operations end. If the caller has a
    /// <see cref="SynchronizationContext"/>, the whole workflow is posted to it (rule 17.3).
    /// </remarks>
    public static Task<IDictionary<string, object?>> InvokeAsync(
        Activity workflow, IDictionary<string, object?>? inputs = null, CancellationToken cancellationToken = default) =>
        RunAsync(workflow, inputs, null, Timeout.InfiniteTimeSpan, cancellationToken);

    /// <summary>Runs a workflow asynchronously. No thread is blocked while it waits.</summary>
    /// <param name="workflow">The root of the definition.</param>
    /// <param name="timeout">
    /// The timeout. Checked only while the workflow waits. <see cref="Timeout.InfiniteTimeSpan"/> means none; zero allows no wait.
    /// </param>
    /// <param name="cancellationToken">Requests cancellation of the workflow at its next work item.</param>
    /// <returns>The out and in-out arguments by name; empty if there are none.</returns>
    /// <exception cref="TimeoutException">The timeout expired before the workflow completed, and the workflow was aborted while it waited.</exception>
    public static Task<IDictionary<string, object?>> InvokeAsync(Activity workflow, TimeSpan timeout, CancellationToken cancellationToken = default) =>
        RunAsync(workflow, null, null, timeout, cancellationToken);

    /// <inheritdoc cref="InvokeAsync(Activity, IDictionary{string, object}, CancellationToken)"/>
    /// <param name="workflow">The root of the definition.</param>
    /// <param name="inputs">The values of the in and in-out arguments, by name; null for none.</param>
    /// <param name="timeout">The timeout. Checked only while the workflow waits.</param>
    /// <param name="cancellationToken">Requests cancellation of the workflow at its next work item.</param>
    public static Task<IDictionary<string, object?>> InvokeAsync(
        Activity workflow, IDictionary<string, object?>? inputs, TimeSpan timeout, CancellationToken cancellationToken = default) =>
        RunAsync(workflow, inputs, null, timeout, cancellationToken);

    /// <summary>Runs a workflow with a result asynchronously. No thread is blocked while it waits.</summary>
    /// <typeparam name="TResult">The type of the result.</typeparam>
    /// <param name="workflow">The root of the definition.</param>
    /// <param name="inputs">The values of the in and in-out arguments, by name; null for none.</param>
    /// <param name="cancellationToken">Requests cancellation of the workflow at its next work item.</param>
    /// <returns>The result.</returns>
    public static Task<TResult> InvokeAsync<TResult>(
        Activity<TResult> workflow, IDictionary<string, object?>? inputs = null, CancellationToken cancellationToken = default) =>
        RunForResultAsync(workflow, inputs, Timeout.InfiniteTimeSpan, cancellationToken);

    /// <summary>Runs a workflow with a result asynchronously. No thread is blocked while it waits.</summary>
    /// <typeparam name="TResult">The type of the result.</typeparam>
    /// <param name="workflow">The root of the definition.</param>
    /// <param name="timeout">The timeout. Checked only while the workflow waits.</param>
    /// <param name="cancellationToken">Requests cancellation of the workflow at its next work item.</param>
    /// <returns>The result.</returns>
    /// <exception cref="TimeoutException">The timeout expired before the workflow completed, and the workflow was aborted while it waited.</exception>
    public static Task<TResult> InvokeAsync<TResult>(Activity<TResult> workflow, TimeSpan timeout, CancellationToken cancellationToken = default) =>
        RunForResultAsync(workflow, null, timeout, cancellationToken);

    /// <summary>Runs a workflow with a result asynchronously. No thread is blocked while it waits.</summary>
    /// <typeparam name="TResult">The type of the result.</typeparam>
    /// <param name="workflow">The root of the definition.</param>
    /// <param name="inputs">The values of the in and in-out arguments, by name; null for none.</param>
    /// <param name="timeout">The timeout. Checked only while the workflow waits.</param>
    /// <param name="cancellationToken">Requests cancellation of the workflow at its next work item.</param>
    /// <returns>The result.</returns>
    /// <exception cref="TimeoutException">The timeout expired before the workflow completed, and the workflow was aborted while it waited.</exception>
    public static Task<TResult> InvokeAsync<TResult>(
        Activity<TResult> workflow, IDictionary<string, object?>? inputs, TimeSpan timeout, CancellationToken cancellationToken = default) =>
        RunForResultAsync(workflow, inputs, timeout, cancellationToken);

    /// <summary>Runs the workflow to its end on the thread of the caller.</summary>
    /// <returns>The out and in-out arguments by name; empty if there are none.</returns>
    public IDictionary<string, object?> Invoke() => Run(_workflow, null, Extensions, Timeout.InfiniteTimeSpan);

    /// <summary>Runs the workflow to its end on the thread of the caller.</summary>
    /// <param name="timeout">The timeout. Checked only while the workflow waits.</param>
    /// <returns>The out and in-out arguments by name; empty if there are none.</returns>
    public IDictionary<string, object?> Invoke(TimeSpan timeout) => Run(_workflow, null, Extensions, timeout);

    /// <summary>Runs the workflow to its end on the thread of the caller.</summary>
    /// <param name="inputs">The values of the in and in-out arguments, by name; null values count as not supplied.</param>
    /// <returns>The out and in-out arguments by name; empty if there are none.</returns>
    public IDictionary<string, object?> Invoke(IDictionary<string, object?> inputs)
    {
        ArgumentNullException.ThrowIfNull(inputs);
        return Run(_workflow, inputs, Extensions, Timeout.InfiniteTimeSpan);
    }

    /// <summary>Runs the workflow to its end on the thread of the caller.</summary>
    /// <param name="inputs">The values of the in and in-out arguments, by name; null values count as not supplied.</param>
    /// <param name="timeout">The timeout. Checked only while the workflow waits.</param>
    /// <returns>The out and in-out arguments by name; empty if there are none.</returns>
    public IDictionary<string, object?> Invoke(IDictionary<string, object?> inputs, TimeSpan timeout)
    {
        ArgumentNullException.ThrowIfNull(inputs);
        return Run(_workflow, inputs, Extensions, timeout);
    }

    /// <summary>Runs the workflow asynchronously. No thread is blocked while it waits.</summary>
    /// <param name="inputs">The values of the in and in-out arguments, by name; null for none.</param>
    /// <param name="cancellationToken">Requests cancellation of the workflow at its next work item.</param>
    /// <returns>The out and in-out arguments by name; empty if there are none.</returns>
    public Task<IDictionary<string, object?>> InvokeAsync(IDictionary<string, object?>? inputs = null, CancellationToken cancellationToken = default) =>
        RunAsync(_workflow, inputs, Extensions, Timeout.InfiniteTimeSpan, cancellationToken);

    /// <summary>Runs the workflow asynchronously. No thread is blocked while it waits.</summary>
    /// <param name="inputs">The values of the in and in-out arguments, by name; null for none.</param>
    /// <param name="timeout">The timeout. Checked only while the workflow waits.</param>
    /// <param name="cancellationToken">Requests cancellation of the workflow at its next work item.</param>
    /// <returns>The out and in-out arguments by name; empty if there are none.</returns>
    public Task<IDictionary<string, object?>> InvokeAsync(
        IDictionary<string, object?>? inputs, TimeSpan timeout, CancellationToken cancellationToken = default) =>
        RunAsync(_workflow, inputs, Extensions, timeout, cancellationToken);

    /// <summary>Runs the workflow asynchronously. No thread is blocked while it waits.</summary>
    /// <param name="timeout">The timeout. Checked only while the workflow waits.</param>
    /// <param name="cancellationToken">Requests cancellation of the workflow at its next work item.</param>
    /// <returns>The out and in-out arguments by name; empty if there are none.</returns>
    /// <exception cref="TimeoutException">The timeout expired before the workflow completed, and the workflow was aborted while it waited.</exception>
    public Task<IDictionary<string, object?>> InvokeAsync(TimeSpan timeout, CancellationToken cancellationToken = default) =>
        RunAsync(_workflow, null, Extensions, timeout, cancellationToken);

    private static Dictionary<string, object?> Run(
        Activity workflow, IDictionary<string, object?>? inputs, WorkflowInstanceExtensionManager? extensions, TimeSpan timeout) =>
        InvokerRun.Run(workflow, inputs, extensions, timeout).TakeOutputs();

    private static TResult RunForResult<TResult>(Activity<TResult> workflow, IDictionary<string, object?>? inputs, TimeSpan timeout) =>
        InvokerRun.Run(workflow, inputs, null, timeout).TakeResult<TResult>();

    private static async Task<IDictionary<string, object?>> RunAsync(
        Activity workflow,
        IDictionary<string, object?>? inputs,
        WorkflowInstanceExtensionManager? extensions,
        TimeSpan timeout,
        CancellationToken cancellationToken) =>
        (await InvokerRun.RunAsync(workflow, inputs, extensions, timeout, cancellationToken).ConfigureAwait(false)).TakeOutputs();

    private static async Task<TResult> RunForResultAsync<TResult>(
        Activity<TResult> workflow, IDictionary<string, object?>? inputs, TimeSpan timeout, CancellationToken cancellationToken) =>
        (await InvokerRun.RunAsync(workflow, inputs, null, timeout, cancellationToken).ConfigureAwait(false)).TakeResult<TResult>();
}
