namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>What an activity can do while one of its methods runs. It is valid during that call only, and on its thread.</summary>
public sealed class ActivityExecutionContext : IServiceProvider, IDisposable
{
    /// <summary>The exception with which an activity faults, on the activity. A handler of its event <see cref="Activity.Faulting"/> may set null: then its parent does not fault.</summary>
    public static readonly DependencyProperty CurrentExceptionProperty =
        DependencyProperty.RegisterAttached("CurrentException", typeof(Exception), typeof(ActivityExecutionContext), new PropertyMetadata(DependencyPropertyOptions.Default));

    private readonly Activity _activity;
    private readonly bool _isOfClone;
    private ExecutionPort? _port;
    private ActivityExecutionContextManager? _manager;

    internal ActivityExecutionContext(Activity activity, ExecutionPort port, bool isOfClone = false)
    {
        _isOfClone = isOfClone;
        _activity = activity;
        _port = port;
    }

    /// <summary>The activity whose method runs.</summary>
    /// <exception cref="ObjectDisposedException">The call has returned.</exception>
    public Activity Activity => Port is null ? null! : _activity;

    /// <summary>The id of the context. Activities that are not cloned share that of their instance.</summary>
    /// <exception cref="ObjectDisposedException">The call has returned.</exception>
    public Guid ContextGuid => Port is null ? default : (Guid)_activity.ContextRoot.GetValue(Activity.ActivityContextGuidProperty)!;

    /// <summary>Makes execution contexts for clones of children.</summary>
    /// <exception cref="ObjectDisposedException">The call has returned.</exception>
    /// <exception cref="InvalidOperationException">The activity has no children.</exception>
    public ActivityExecutionContextManager ExecutionContextManager => _manager ??= new ActivityExecutionContextManager(
        this,
        _activity as CompositeActivity ?? throw new InvalidOperationException($"'{_activity.QualifiedName}' has no children to clone; use a CompositeActivity."),
        Port);

    private ExecutionPort Port => _port ?? throw new ObjectDisposedException(
        nameof(ActivityExecutionContext), $"The context of '{_activity.QualifiedName}' was used after the call that it was made for; use it during that call only.");

    /// <summary>Runs a child. Its status is Executing at once; its method runs later.</summary>
    /// <param name="activity">A child that is enabled and has not run; in the context of a clone, the clone.</param>
    /// <exception cref="ArgumentException">It is not an enabled child of this activity.</exception>
    /// <exception cref="InvalidOperationException">Its status is not Initialized.</exception>
    /// <exception cref="ObjectDisposedException">The call has returned.</exception>
    public void ExecuteActivity(Activity activity)
    {
        ExecutionPort port = Port;
        CheckChild(activity);
        port.Execute(activity);
    }

    /// <summary>Cancels a child. Its status is Canceling at once; its method runs later.</summary>
    /// <param name="activity">A child that is executing; in the context of a clone, the clone.</param>
    /// <exception cref="ArgumentException">It is not an enabled child of this activity.</exception>
    /// <exception cref="InvalidOperationException">Its status is not Executing.</exception>
    /// <exception cref="ObjectDisposedException">The call has returned.</exception>
    public void CancelActivity(Activity activity)
    {
        ExecutionPort port = Port;
        CheckChild(activity);
        port.Cancel(activity);
    }

    /// <summary>Ends this activity.</summary>
    /// <exception cref="InvalidOperationException">It does not run, it has been closed before, or one of its children is active.</exception>
    /// <exception cref="ObjectDisposedException">The call has returned.</exception>
    public void CloseActivity() => Port.Close(_activity);

    /// <summary>Sends data to the tracking services whose profiles ask for them. Without one, nothing happens.</summary>
    /// <param name="userData">The data.</param>
    /// <exception cref="ObjectDisposedException">The call has returned.</exception>
    public void TrackData(object userData)
    {
        _ = Port;
        _activity.TrackData(userData);
    }

    /// <summary>Sends data to the tracking services whose profiles ask for them. Without one, nothing happens.</summary>
    /// <param name="userDataKey">The key by which profiles can select the data.</param>
    /// <param name="userData">The data.</param>
    /// <exception cref="ObjectDisposedException">The call has returned.</exception>
    public void TrackData(string userDataKey, object userData)
    {
        _ = Port;
        _activity.TrackData(userDataKey, userData);
    }

    /// <summary>A service of the runtime, or null. The scheduler is not among them.</summary>
    /// <typeparam name="T">The type of the service.</typeparam>
    /// <exception cref="ObjectDisposedException">The call has returned.</exception>
    public T? GetService<T>() => (T?)GetService(typeof(T));

    /// <summary>A service of the runtime, or null. The scheduler is not among them.</summary>
    /// <param name="serviceType">The type of the service.</param>
    /// <exception cref="ObjectDisposedException">The call has returned.</exception>
    public object? GetService(Type serviceType) => Port.GetService(serviceType);

    /// <summary>Ends the time in which the context is valid.</summary>
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
            throw new ArgumentException($"'{activity.QualifiedName}' is not an enabled child of '{_activity.QualifiedName}'; an activity runs and cancels its own children.", nameof(activity));
        }
    }
}
