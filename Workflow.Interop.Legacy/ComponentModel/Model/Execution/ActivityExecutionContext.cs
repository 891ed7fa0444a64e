namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Gives an activity access to the runtime while one of its methods runs. The context is valid only during that method call, and only on the thread of the
/// call.
/// </summary>
public sealed class ActivityExecutionContext : IServiceProvider, IDisposable
{
    /// <summary>
    /// Identifies the attached property with the exception with which an activity faults. A handler of the event <see cref="Activity.Faulting"/> can set the
    /// property to null; then the parent of the activity does not fault.
    /// </summary>
    public static readonly DependencyProperty CurrentExceptionProperty = DependencyProperty.RegisterAttached(
        "CurrentException", typeof(Exception), typeof(ActivityExecutionContext), new PropertyMetadata { IsOfOneRun = true });

    private readonly Activity _activity;
    private readonly bool _isOfClone;
    private RuntimePort? _port;
    private ActivityExecutionContextManager? _manager;

    internal ActivityExecutionContext(Activity activity, RuntimePort port, bool isOfClone = false)
    {
        _isOfClone = isOfClone;
        _activity = activity;
        _port = port;
    }

    /// <summary>The activity whose method runs.</summary>
    /// <exception cref="ObjectDisposedException">The method call to which the context belongs has returned.</exception>
    public Activity Activity => Port is null ? null! : _activity;

    /// <summary>The id of the execution context. Activities that are not cloned share the id of their instance.</summary>
    /// <exception cref="ObjectDisposedException">The method call to which the context belongs has returned.</exception>
    public Guid ContextGuid => Port is null ? default : (Guid)_activity.ContextRoot.GetValue(Activity.ActivityContextGuidProperty)!;

    /// <summary>The manager that creates execution contexts for clones of children.</summary>
    /// <exception cref="ObjectDisposedException">The method call to which the context belongs has returned.</exception>
    /// <exception cref="InvalidOperationException">The activity has no children.</exception>
    public ActivityExecutionContextManager ExecutionContextManager => _manager ??= new ActivityExecutionContextManager(
        this,
        _activity as CompositeActivity
            ?? throw new InvalidOperationException($"'{_activity.QualifiedName}' has no children to clone; use a CompositeActivity."),
        Port);

    private RuntimePort Port => _port ?? throw new ObjectDisposedException(
        nameof(ActivityExecutionContext),
        $"The context of '{_activity.QualifiedName}' was used after the call that it was made for; use it during that call only.");

    /// <summary>Runs a child. Its status becomes Executing immediately; its method runs in a later step.</summary>
    /// <param name="activity">An enabled child that has not run. In the context of a clone, the clone itself.</param>
    /// <exception cref="ArgumentException">The activity is not an enabled child of this activity.</exception>
    /// <exception cref="InvalidOperationException">The status of the child is not Initialized.</exception>
    /// <exception cref="ObjectDisposedException">The method call to which the context belongs has returned.</exception>
    public void ExecuteActivity(Activity activity)
    {
        RuntimePort port = Port;
        CheckChild(activity);
        port.Execute(activity);
    }

    /// <summary>Cancels a child. Its status becomes Canceling immediately; its method runs in a later step.</summary>
    /// <param name="activity">A child that is executing. In the context of a clone, the clone itself.</param>
    /// <exception cref="ArgumentException">The activity is not an enabled child of this activity.</exception>
    /// <exception cref="InvalidOperationException">The status of the child is not Executing.</exception>
    /// <exception cref="ObjectDisposedException">The method call to which the context belongs has returned.</exception>
    public void CancelActivity(Activity activity)
    {
        RuntimePort port = Port;
        CheckChild(activity);
        port.Cancel(activity);
    }

    /// <summary>Closes this activity.</summary>
    /// <exception cref="InvalidOperationException">The activity does not run, was closed before, or has an active child.</exception>
    /// <exception cref="ObjectDisposedException">The method call to which the context belongs has returned.</exception>
    public void CloseActivity() => Port.Close(_activity);

    /// <summary>Sends data to the tracking services whose profiles select the data. Does nothing if there are none.</summary>
    /// <param name="userData">The data.</param>
    /// <exception cref="ObjectDisposedException">The method call to which the context belongs has returned.</exception>
    public void TrackData(object userData)
    {
        _ = Port;
        _activity.TrackData(userData);
    }

    /// <summary>Sends data to the tracking services whose profiles select the data. Does nothing if there are none.</summary>
    /// <param name="userDataKey">The key by which profiles can select the data.</param>
    /// <param name="userData">The data.</param>
    /// <exception cref="ObjectDisposedException">The method call to which the context belongs has returned.</exception>
    public void TrackData(string userDataKey, object userData)
    {
        _ = Port;
        _activity.TrackData(userDataKey, userData);
    }

    /// <summary>Returns a service of the runtime, or null. The scheduler service is not available.</summary>
    /// <typeparam name="T">The type of the service.</typeparam>
    /// <exception cref="ObjectDisposedException">The method call to which the context belongs has returned.</exception>
    public T? GetService<T>() => (T?)GetService(typeof(T));

    /// <summary>Returns a service of the runtime, or null. The scheduler service is not available.</summary>
    /// <param name="serviceType">The type of the service.</param>
    /// <exception cref="ObjectDisposedException">The method call to which the context belongs has returned.</exception>
    public object? GetService(Type serviceType) => Port.GetService(serviceType);

    /// <summary>Makes the context and its manager invalid.</summary>
    public void Dispose()
    {
        _port = null;
        _manager?.Dispose();
    }

    internal bool IsTracked => _port?.Tracking is not null;

    internal void CompensateActivity(Activity activity) => Port.Compensate(activity);

    internal void SuspendInstance(string? error) => Port.Suspend(error);

    internal void TerminateInstance(string? error) => Port.Terminate(error);

    internal Guid StartWorkflow(Type workflowType, Dictionary<string, object?> arguments) => Port.StartWorkflow(workflowType, arguments);

    private void CheckChild(Activity activity)
    {
        ArgumentNullException.ThrowIfNull(activity);
        bool isOwn = _isOfClone ? ReferenceEquals(activity, _activity) : ReferenceEquals(activity.Parent, _activity);
        if (!isOwn || !activity.Enabled)
        {
            throw new ArgumentException(
                $"'{activity.QualifiedName}' is not an enabled child of '{_activity.QualifiedName}'; an activity runs and cancels its own children.",
                nameof(activity));
        }
    }
}
