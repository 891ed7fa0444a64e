using System.ComponentModel;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>A step of a workflow. Each workflow instance has objects of its own; one thread at a time uses them.</summary>
public class Activity : DependencyObject
{
    /// <summary>The property <see cref="Name"/>.</summary>
    public static readonly DependencyProperty NameProperty =
        DependencyProperty.Register("Name", typeof(string), typeof(Activity), new PropertyMetadata(string.Empty, DependencyPropertyOptions.Metadata));

    /// <summary>The property <see cref="Description"/>.</summary>
    public static readonly DependencyProperty DescriptionProperty =
        DependencyProperty.Register("Description", typeof(string), typeof(Activity), new PropertyMetadata(string.Empty, DependencyPropertyOptions.Metadata));

    /// <summary>The property <see cref="Enabled"/>.</summary>
    public static readonly DependencyProperty EnabledProperty =
        DependencyProperty.Register("Enabled", typeof(bool), typeof(Activity), new PropertyMetadata(true, DependencyPropertyOptions.Metadata));

    /// <summary>The event <see cref="Executing"/>.</summary>
    public static readonly DependencyProperty ExecutingEvent = StatusEvent("Executing");

    /// <summary>The event <see cref="Canceling"/>.</summary>
    public static readonly DependencyProperty CancelingEvent = StatusEvent("Canceling");

    /// <summary>The event <see cref="Faulting"/>.</summary>
    public static readonly DependencyProperty FaultingEvent = StatusEvent("Faulting");

    /// <summary>The event <see cref="Compensating"/>.</summary>
    public static readonly DependencyProperty CompensatingEvent = StatusEvent("Compensating");

    /// <summary>The event <see cref="Closed"/>.</summary>
    public static readonly DependencyProperty ClosedEvent = StatusEvent("Closed");

    /// <summary>The event <see cref="StatusChanged"/>.</summary>
    public static readonly DependencyProperty StatusChangedEvent = StatusEvent("StatusChanged");

    /// <summary>The id of an execution context, on the activity with which the context begins; on the root, the id of the instance.</summary>
    public static readonly DependencyProperty ActivityContextGuidProperty = DependencyProperty.RegisterAttached("ActivityContextGuid", typeof(Guid), typeof(Activity));

    private ActivityNames? _names;
    private ActivityNames? _clonedNames;
    private Activity? _template;
    private string? _qualifiedName;

    /// <summary>Makes an activity whose name is that of its type.</summary>
    public Activity() => SetValueBase(NameProperty, GetType().Name);

    /// <summary>Makes an activity.</summary>
    /// <param name="name">Its name.</param>
    public Activity(string name) => SetValueBase(NameProperty, name);

    /// <summary>The activity begins to run. The sender: see <see cref="StatusChanged"/>.</summary>
    public event EventHandler<ActivityExecutionStatusChangedEventArgs> Executing
    {
        add => Runtime.Add(ExecutingEvent, value);
        remove => Runtime.Remove(ExecutingEvent, value);
    }

    /// <summary>The activity is canceled. The sender: see <see cref="StatusChanged"/>.</summary>
    public event EventHandler<ActivityExecutionStatusChangedEventArgs> Canceling
    {
        add => Runtime.Add(CancelingEvent, value);
        remove => Runtime.Remove(CancelingEvent, value);
    }

    /// <summary>The activity begins to handle an exception. The sender: see <see cref="StatusChanged"/>.</summary>
    public event EventHandler<ActivityExecutionStatusChangedEventArgs> Faulting
    {
        add => Runtime.Add(FaultingEvent, value);
        remove => Runtime.Remove(FaultingEvent, value);
    }

    /// <summary>The activity begins to be compensated. The sender: see <see cref="StatusChanged"/>.</summary>
    public event EventHandler<ActivityExecutionStatusChangedEventArgs> Compensating
    {
        add => Runtime.Add(CompensatingEvent, value);
        remove => Runtime.Remove(CompensatingEvent, value);
    }

    /// <summary>The activity has ended; after a compensation, once more. The sender: see <see cref="StatusChanged"/>.</summary>
    public event EventHandler<ActivityExecutionStatusChangedEventArgs> Closed
    {
        add => Runtime.Add(ClosedEvent, value);
        remove => Runtime.Remove(ClosedEvent, value);
    }

    /// <summary>
    /// The status has changed. The sender is an <see cref="ActivityExecutionContext"/>: of the activity whose method the handler is; of other handlers, of the activity whose step has
    /// added it, or of the root if it was added before the workflow was created.
    /// </summary>
    public event EventHandler<ActivityExecutionStatusChangedEventArgs> StatusChanged
    {
        add => Runtime.Add(StatusChangedEvent, value);
        remove => Runtime.Remove(StatusChangedEvent, value);
    }

    /// <summary>The name; unique in the workflow, or in the custom activity that contains it. Default: the name of the type.</summary>
    public string Name
    {
        get => (string?)GetValue(NameProperty) ?? string.Empty;
        set => SetValue(NameProperty, value);
    }

    /// <summary>A text for people. Default: empty.</summary>
    [DefaultValue("")]
    public string Description
    {
        get => (string?)GetValue(DescriptionProperty) ?? string.Empty;
        set => SetValue(DescriptionProperty, value);
    }

    /// <summary>Whether the activity takes part in the workflow. Default: true.</summary>
    [DefaultValue(true)]
    public bool Enabled
    {
        get => (bool)GetValue(EnabledProperty)!;
        set => SetValue(EnabledProperty, value);
    }

    /// <summary>The name, after the names of the custom activities that contain it, with dots between them.</summary>
    public string QualifiedName => _qualifiedName ?? ActivityNames.Qualify(this);

    /// <summary>The activity that contains this one, or null.</summary>
    public CompositeActivity? Parent => ParentDependencyObject as CompositeActivity;

    /// <summary>What the activity is doing.</summary>
    public ActivityExecutionStatus ExecutionStatus => Runtime.Status;

    /// <summary>How the activity ended.</summary>
    public ActivityExecutionResult ExecutionResult => Runtime.Result;

    /// <summary>Whether it is part of a clone, which runs in an execution context of its own.</summary>
    public bool IsDynamicActivity => !DesignMode && ContextRoot.Parent is not null;

    /// <summary>The id of the workflow instance; empty while the workflow is put together.</summary>
    protected Guid WorkflowInstanceId => RootActivity.Runtime.Port?.InstanceId ?? Guid.Empty;

    internal ActivityState Runtime => field ??= new ActivityState(this);

    /// <summary>Whether it is not part of the normal flow: its parent runs it after a fault or a cancellation.</summary>
    internal virtual bool IsHandler => false;

    /// <summary>The root of the tree.</summary>
    internal Activity RootActivity => ActivityTree.RootOf(this);

    /// <summary>The activity with which the execution context of this one begins: the clone that contains it, or the root.</summary>
    internal Activity ContextRoot => ActivityTree.ContextRootOf(this);

    /// <summary>Whether it was cloned for an execution context.</summary>
    internal bool IsContextRoot { get; set; }

    /// <summary>Makes a copy of this activity and its descendants with the values that they have now. The copy shares the definition and has the same parent.</summary>
    /// <exception cref="InvalidOperationException">The workflow is not running yet, or a value cannot be cloned.</exception>
    public Activity Clone() => DesignMode
        ? throw new InvalidOperationException($"'{QualifiedName}' cannot be cloned while the workflow is put together; clone it when it runs.")
        : ActivityCloner.Clone(this);

    /// <summary>Subscribes an activity to changes of this activity's status. Changes are delivered through the queue of the instance.</summary>
    /// <param name="dependencyProp">One of the events of the status, such as <see cref="ClosedEvent"/>.</param>
    /// <param name="activityStatusChangeListener">The listener. It is an activity: the one that handles the event.</param>
    /// <exception cref="ArgumentException">The property is not an event of the status, or the listener is not an activity.</exception>
    public void RegisterForStatusChange(DependencyProperty dependencyProp, IActivityEventListener<ActivityExecutionStatusChangedEventArgs> activityStatusChangeListener) =>
        Runtime.Subscribe(dependencyProp, activityStatusChangeListener);

    /// <summary>Ends a subscription. Changes that are in the queue are still delivered. A listener that is not subscribed is ignored.</summary>
    /// <param name="dependencyProp">The event of the status.</param>
    /// <param name="activityStatusChangeListener">The listener.</param>
    public void UnregisterForStatusChange(DependencyProperty dependencyProp, IActivityEventListener<ActivityExecutionStatusChangedEventArgs> activityStatusChangeListener) =>
        Runtime.Unsubscribe(dependencyProp, activityStatusChangeListener);

    /// <summary>The activity with a name: in the custom activity that contains this one, else in the workflow. Null if there is none.</summary>
    /// <param name="activityQualifiedName">The name, or the qualified name.</param>
    public Activity? GetActivityByName(string activityQualifiedName) => GetActivityByName(activityQualifiedName, withinThisActivityOnly: false);

    /// <summary>The activity with a name, or null.</summary>
    /// <param name="activityQualifiedName">The name, or the qualified name.</param>
    /// <param name="withinThisActivityOnly">Whether only this activity and its descendants count.</param>
    public Activity? GetActivityByName(string activityQualifiedName, bool withinThisActivityOnly)
    {
        ArgumentNullException.ThrowIfNull(activityQualifiedName);
        return Find(activityQualifiedName) is { } found && (!withinThisActivityOnly || ActivityTree.IsIn(found, this)) ? found : null;
    }

    /// <summary>Returns the qualified name and the type.</summary>
    public override string ToString() => $"{QualifiedName} [{GetType()}]";

    /// <summary>Prepares the activity when its instance is created. The base class does nothing.</summary>
    /// <param name="provider">The services of the runtime.</param>
    protected internal virtual void Initialize(IServiceProvider provider)
    {
    }

    /// <summary>Is called when the activity begins to belong to an execution context in memory, before <see cref="Initialize"/>. The base class does nothing.</summary>
    /// <param name="provider">The services of the runtime.</param>
    protected internal virtual void OnActivityExecutionContextLoad(IServiceProvider provider)
    {
    }

    /// <summary>Is called when the execution context of the activity leaves the memory. The base class does nothing.</summary>
    /// <param name="provider">The services of the runtime.</param>
    protected internal virtual void OnActivityExecutionContextUnload(IServiceProvider provider)
    {
    }

    /// <summary>Does the work of the activity. The base class returns Closed.</summary>
    /// <param name="executionContext">What the activity can do during the call.</param>
    /// <returns>Closed if the work is done; Executing if it goes on, until <see cref="ActivityExecutionContext.CloseActivity"/>.</returns>
    protected internal virtual ActivityExecutionStatus Execute(ActivityExecutionContext executionContext) => ActivityExecutionStatus.Closed;

    /// <summary>Ends the work before it is done. The base class returns Closed.</summary>
    /// <param name="executionContext">What the activity can do during the call.</param>
    /// <returns>Closed if the work has ended; Canceling if that takes longer, until <see cref="ActivityExecutionContext.CloseActivity"/>.</returns>
    protected internal virtual ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext) => ActivityExecutionStatus.Closed;

    /// <summary>Ends the work after an exception. The base class returns Closed; a <see cref="CompositeActivity"/> does what <see cref="Cancel"/> does.</summary>
    /// <param name="executionContext">What the activity can do during the call.</param>
    /// <param name="exception">The exception.</param>
    /// <returns>Closed if the work has ended; Faulting if that takes longer, until <see cref="ActivityExecutionContext.CloseActivity"/>.</returns>
    protected internal virtual ActivityExecutionStatus HandleFault(ActivityExecutionContext executionContext, Exception exception) => ActivityExecutionStatus.Closed;

    /// <summary>Releases what <see cref="Initialize"/> made, after the activity has closed or its instance has ended; if it or an activity in it can be compensated, not before that cannot happen any more. The base class does nothing.</summary>
    /// <param name="provider">The services of the runtime.</param>
    protected internal virtual void Uninitialize(IServiceProvider provider)
    {
    }

    /// <summary>Is called when the activity has closed. The base class does nothing.</summary>
    /// <param name="provider">The services of the runtime.</param>
    protected internal virtual void OnClosed(IServiceProvider provider)
    {
    }

    /// <summary>Is called once before the activity belongs to an instance. The base class does nothing.</summary>
    protected internal virtual void InitializeProperties()
    {
    }

    /// <summary>Calls the handlers of an event at once.</summary>
    /// <param name="dependencyEvent">The event. Its handlers are of type <see cref="EventHandler"/>.</param>
    /// <param name="sender">The sender.</param>
    /// <param name="e">The arguments.</param>
    protected void RaiseEvent(DependencyProperty dependencyEvent, object sender, EventArgs e)
    {
        foreach (EventHandler handler in GetInvocationList<EventHandler>(dependencyEvent))
        {
            handler(sender, e);
        }
    }

    /// <summary>Calls the handlers of an event at once.</summary>
    /// <typeparam name="T">The type of the arguments.</typeparam>
    /// <param name="dependencyEvent">The event. Its handlers are of type <see cref="EventHandler{T}"/>.</param>
    /// <param name="sender">The sender.</param>
    /// <param name="e">The arguments.</param>
    protected void RaiseGenericEvent<T>(DependencyProperty dependencyEvent, object sender, T e)
        where T : EventArgs
    {
        foreach (EventHandler<T> handler in GetInvocationList<EventHandler<T>>(dependencyEvent))
        {
            handler(sender, e);
        }
    }

    /// <summary>Queues a call of a handler. The sender is an <see cref="ActivityExecutionContext"/>: of the activity whose method the handler is, else of this activity.</summary>
    /// <typeparam name="T">The type of the arguments.</typeparam>
    /// <param name="handler">The handler.</param>
    /// <param name="e">The arguments.</param>
    /// <exception cref="InvalidOperationException">The activity belongs to no instance.</exception>
    protected void Invoke<T>(EventHandler<T> handler, T e)
        where T : EventArgs
    {
        ArgumentNullException.ThrowIfNull(handler);
        Runtime.RequiredPort.Queue(new HandlerCall<T>(this, this, handler, e));
    }

    /// <summary>Queues a call of a listener with a context of this activity.</summary>
    /// <typeparam name="T">The type of the arguments.</typeparam>
    /// <param name="eventListener">The listener.</param>
    /// <param name="e">The arguments.</param>
    /// <exception cref="InvalidOperationException">The activity belongs to no instance.</exception>
    protected void Invoke<T>(IActivityEventListener<T> eventListener, T e)
        where T : EventArgs
    {
        ArgumentNullException.ThrowIfNull(eventListener);
        Runtime.RequiredPort.Queue(new ListenerCall<T>(this, eventListener, e));
    }

    /// <summary>
    /// Sends data to the tracking services whose profiles ask for them. Without one, nothing happens. The data are those of the activity whose step runs: if a handler of a
    /// <see cref="Workflow.Interop.Legacy.Activities.CodeActivity"/> calls it on the workflow, those of the <see cref="Workflow.Interop.Legacy.Activities.CodeActivity"/>.
    /// </summary>
    /// <param name="userData">The data.</param>
    /// <exception cref="InvalidOperationException">The activity belongs to no instance.</exception>
    protected internal void TrackData(object userData) => Runtime.Track(null, userData);

    /// <inheritdoc cref="TrackData(object)"/>
    /// <param name="userDataKey">The key by which profiles can select the data.</param>
    /// <param name="userData">The data.</param>
    protected internal void TrackData(string userDataKey, object userData)
    {
        ArgumentNullException.ThrowIfNull(userDataKey);
        Runtime.Track(userDataKey, userData);
    }

    /// <inheritdoc/>
    protected override object? GetBoundValue(ActivityBind bind, Type targetType)
    {
        ArgumentNullException.ThrowIfNull(bind);
        return bind.GetRuntimeValue(this, targetType);
    }

    /// <inheritdoc/>
    protected override void SetBoundValue(ActivityBind bind, object? value)
    {
        ArgumentNullException.ThrowIfNull(bind);
        bind.SetRuntimeValue(this, value);
    }

    /// <summary>What is wrong with this activity, as sentences without its name.</summary>
    internal virtual IEnumerable<ActivityProblem> Problems() => [];

    /// <summary>The values of its parameters; null if it has none.</summary>
    internal virtual WorkflowParameterBindingCollection? Parameters => null;

    /// <summary>The interface of a local service that it uses; null if there is none. Saved state can name all types of its assembly.</summary>
    internal virtual Type? Contract => null;

    /// <summary>The member of <see cref="Contract"/>, of an event the call of its handlers; null if there is none. Saved state can name the types of its parameters.</summary>
    internal virtual System.Reflection.MethodInfo? ContractMethod => null;

    /// <inheritdoc/>
    internal override void Freeze()
    {
        _qualifiedName = QualifiedName;
        base.Freeze();
        if (Parent is null)
        {
            _names = new ActivityNames(this);
        }
    }

    /// <summary>Prepares a clone, whose constructor does not run.</summary>
    internal virtual void BecomeCloneOf(Activity template) => (_qualifiedName, _template) = (template.QualifiedName, template);

    /// <summary>Prepares an activity that is read as part of a change, whose constructor does not run.</summary>
    internal virtual void BecomePart() => AttachMeta(new PropertyBag());

    /// <summary>It is in the tree now.</summary>
    internal void QualifyAgain() => _qualifiedName = ActivityNames.Qualify(this);

    /// <summary>The activities in this one have changed.</summary>
    internal void ForgetNames() => _names = null;

    /// <summary>A clone finds itself and its parts before the activities from which they were cloned.</summary>
    private Activity? Find(string name)
    {
        Activity scope = ContextRoot;
        while (true)
        {
            ActivityNames names = scope._names ?? NamesOf(scope);
            scope._names = DesignMode ? null : names;
            Activity? found = names.Find(this, name);
            if (found is not null || scope.Parent is not { } parent)
            {
                return found;
            }

            scope = parent.ContextRoot;
        }
    }

    /// <summary>Clones share the table of their template.</summary>
    private static ActivityNames NamesOf(Activity scope) =>
        scope._template is { } template ? (template._clonedNames ??= new ActivityNames(template)).For(scope) : new ActivityNames(scope);

    private static DependencyProperty StatusEvent(string name) => DependencyProperty.Register(name, typeof(EventHandler<ActivityExecutionStatusChangedEventArgs>), typeof(Activity));
}
