// Over 400 lines because WF3 has all these members on one class, and each is documented; the code has 270.
using System.ComponentModel;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>A step of a workflow. Each workflow instance has its own activity objects. Only one thread at a time uses them.</summary>
public class Activity : DependencyObject
{
    /// <summary>Identifies the dependency property <see cref="Name"/>.</summary>
    public static readonly DependencyProperty NameProperty =
        DependencyProperty.Register("Name", typeof(string), typeof(Activity), new PropertyMetadata(string.Empty, DependencyPropertyOptions.Metadata));

    /// <summary>Identifies the dependency property <see cref="Description"/>.</summary>
    public static readonly DependencyProperty DescriptionProperty =
        DependencyProperty.Register("Description", typeof(string), typeof(Activity), new PropertyMetadata(string.Empty, DependencyPropertyOptions.Metadata));

    /// <summary>Identifies the dependency property <see cref="Enabled"/>.</summary>
    public static readonly DependencyProperty EnabledProperty =
        DependencyProperty.Register("Enabled", typeof(bool), typeof(Activity), new PropertyMetadata(true, DependencyPropertyOptions.Metadata));

    /// <summary>Identifies the event <see cref="Executing"/>.</summary>
    public static readonly DependencyProperty ExecutingEvent = StatusEvent("Executing");

    /// <summary>Identifies the event <see cref="Canceling"/>.</summary>
    public static readonly DependencyProperty CancelingEvent = StatusEvent("Canceling");

    /// <summary>Identifies the event <see cref="Faulting"/>.</summary>
    public static readonly DependencyProperty FaultingEvent = StatusEvent("Faulting");

    /// <summary>Identifies the event <see cref="Compensating"/>.</summary>
    public static readonly DependencyProperty CompensatingEvent = StatusEvent("Compensating");

    /// <summary>Identifies the event <see cref="Closed"/>.</summary>
    public static readonly DependencyProperty ClosedEvent = StatusEvent("Closed");

    /// <summary>Identifies the event <see cref="StatusChanged"/>.</summary>
    public static readonly DependencyProperty StatusChangedEvent = StatusEvent("StatusChanged");

    /// <summary>
    /// Identifies the attached property with the id of an execution context. It is set on the root activity of the context. On the root of the workflow, the
    /// value is the id of the instance.
    /// </summary>
    public static readonly DependencyProperty ActivityContextGuidProperty =
        DependencyProperty.RegisterAttached("ActivityContextGuid", typeof(Guid), typeof(Activity), new PropertyMetadata { IsOfOneRun = true });

    private ActivityNames? _names;
    private ActivityNames? _clonedNames;
    private Activity? _template;
    private string? _qualifiedName;

    /// <summary>Creates an activity that has the name of its type.</summary>
    public Activity() => SetValueBase(NameProperty, GetType().Name);

    /// <summary>Creates an activity.</summary>
    /// <param name="name">The name of the activity.</param>
    public Activity(string name) => SetValueBase(NameProperty, name);

    /// <summary>Occurs when the activity begins to run. For the sender, see <see cref="StatusChanged"/>.</summary>
    public event EventHandler<ActivityExecutionStatusChangedEventArgs> Executing
    {
        add => Runtime.Add(ExecutingEvent, value);
        remove => Runtime.Remove(ExecutingEvent, value);
    }

    /// <summary>Occurs when the activity is canceled. For the sender, see <see cref="StatusChanged"/>.</summary>
    public event EventHandler<ActivityExecutionStatusChangedEventArgs> Canceling
    {
        add => Runtime.Add(CancelingEvent, value);
        remove => Runtime.Remove(CancelingEvent, value);
    }

    /// <summary>Occurs when the activity begins to handle an exception. For the sender, see <see cref="StatusChanged"/>.</summary>
    public event EventHandler<ActivityExecutionStatusChangedEventArgs> Faulting
    {
        add => Runtime.Add(FaultingEvent, value);
        remove => Runtime.Remove(FaultingEvent, value);
    }

    /// <summary>Occurs when the compensation of the activity begins. For the sender, see <see cref="StatusChanged"/>.</summary>
    public event EventHandler<ActivityExecutionStatusChangedEventArgs> Compensating
    {
        add => Runtime.Add(CompensatingEvent, value);
        remove => Runtime.Remove(CompensatingEvent, value);
    }

    /// <summary>Occurs when the activity has ended, and again after a compensation has ended. For the sender, see <see cref="StatusChanged"/>.</summary>
    public event EventHandler<ActivityExecutionStatusChangedEventArgs> Closed
    {
        add => Runtime.Add(ClosedEvent, value);
        remove => Runtime.Remove(ClosedEvent, value);
    }

    /// <summary>
    /// Occurs when the status of the activity has changed. The sender is an <see cref="ActivityExecutionContext"/>. If the handler is a method of an activity,
    /// it is the context of that activity. Otherwise, it is the context of the activity whose step added the handler, or of the root if the handler was added
    /// before the workflow was created.
    /// </summary>
    public event EventHandler<ActivityExecutionStatusChangedEventArgs> StatusChanged
    {
        add => Runtime.Add(StatusChangedEvent, value);
        remove => Runtime.Remove(StatusChangedEvent, value);
    }

    /// <summary>
    /// The name of the activity. It must be unique in the workflow, or in the custom activity that contains the activity. Default: the name of the type.
    /// </summary>
    public string Name
    {
        get => (string?)GetValue(NameProperty) ?? string.Empty;
        set => SetValue(NameProperty, value);
    }

    /// <summary>A description for users. Default: empty.</summary>
    [DefaultValue("")]
    public string Description
    {
        get => (string?)GetValue(DescriptionProperty) ?? string.Empty;
        set => SetValue(DescriptionProperty, value);
    }

    /// <summary>True if the activity takes part in the workflow. Default: true.</summary>
    [DefaultValue(true)]
    public bool Enabled
    {
        get => (bool)GetValue(EnabledProperty)!;
        set => SetValue(EnabledProperty, value);
    }

    /// <summary>The name of the activity, prefixed with the names of the custom activities that contain it, separated by dots.</summary>
    public string QualifiedName => _qualifiedName ?? ActivityNames.Qualify(this);

    /// <summary>The activity that contains this one, or null if there is none.</summary>
    public CompositeActivity? Parent => ParentDependencyObject as CompositeActivity;

    /// <summary>The current status of the activity.</summary>
    public ActivityExecutionStatus ExecutionStatus => Runtime.Status;

    /// <summary>The result of the activity.</summary>
    public ActivityExecutionResult ExecutionResult => Runtime.Result;

    /// <summary>True if the activity is part of a clone that runs in its own execution context.</summary>
    public bool IsDynamicActivity => !DesignMode && ContextRoot.Parent is not null;

    /// <summary>The id of the workflow instance. Empty while the workflow is being built.</summary>
    protected Guid WorkflowInstanceId => RootActivity.Runtime.Port?.InstanceId ?? Guid.Empty;

    internal ActivityState Runtime => field ??= new ActivityState(this);

    /// <summary>True if the activity is not part of the normal flow of its parent: a handler of faults, cancellation, compensation or events.</summary>
    internal virtual bool IsHandler => false;

    /// <summary>The root of the tree.</summary>
    internal Activity RootActivity => ActivityTree.RootOf(this);

    /// <summary>The root activity of the execution context of this activity: the enclosing clone, or the root of the tree.</summary>
    internal Activity ContextRoot => ActivityTree.ContextRootOf(this);

    /// <summary>True if the activity was cloned for an execution context.</summary>
    internal bool IsContextRoot { get; set; }

    /// <summary>
    /// Creates a copy of this activity and its descendants with their current values. The copy shares the definition and has the same parent.
    /// </summary>
    /// <exception cref="InvalidOperationException">The workflow is not running yet, or a value cannot be cloned.</exception>
    public Activity Clone() => DesignMode
        ? throw new InvalidOperationException($"'{QualifiedName}' cannot be cloned while the workflow is put together; clone it when it runs.")
        : RootActivity.Runtime.Origin is { } origin ? origin.Clone(this)
        : throw new InvalidOperationException($"'{QualifiedName}' cannot be cloned: it belongs to no workflow any more; clone an activity of the workflow.");

    /// <summary>Subscribes an activity to changes of this activity's status. The changes are delivered through the queue of the instance.</summary>
    /// <param name="dependencyProp">One of the status events, such as <see cref="ClosedEvent"/>.</param>
    /// <param name="activityStatusChangeListener">The listener. It must be the activity that handles the event.</param>
    /// <exception cref="ArgumentException">The property is not a status event, or the listener is not an activity.</exception>
    public void RegisterForStatusChange(
        DependencyProperty dependencyProp,
        IActivityEventListener<ActivityExecutionStatusChangedEventArgs> activityStatusChangeListener) =>
        Runtime.Subscribe(dependencyProp, activityStatusChangeListener);

    /// <summary>Ends a subscription. Changes that are already queued are still delivered. Does nothing if the listener is not subscribed.</summary>
    /// <param name="dependencyProp">The status event.</param>
    /// <param name="activityStatusChangeListener">The listener.</param>
    public void UnregisterForStatusChange(
        DependencyProperty dependencyProp,
        IActivityEventListener<ActivityExecutionStatusChangedEventArgs> activityStatusChangeListener) =>
        Runtime.Unsubscribe(dependencyProp, activityStatusChangeListener);

    /// <summary>
    /// Returns the activity with the specified name: first from the custom activity that contains this one, then from the workflow. Null if there is none.
    /// </summary>
    /// <param name="activityQualifiedName">The name, or the qualified name.</param>
    public Activity? GetActivityByName(string activityQualifiedName) => GetActivityByName(activityQualifiedName, withinThisActivityOnly: false);

    /// <summary>Returns the activity with the specified name, or null if there is none.</summary>
    /// <param name="activityQualifiedName">The name, or the qualified name.</param>
    /// <param name="withinThisActivityOnly">True to return only this activity or one of its descendants.</param>
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

    /// <summary>
    /// Called when the activity becomes part of an execution context in memory, before <see cref="Initialize"/>. The base class does nothing.
    /// </summary>
    /// <param name="provider">The services of the runtime.</param>
    protected internal virtual void OnActivityExecutionContextLoad(IServiceProvider provider)
    {
    }

    /// <summary>Called when the execution context of the activity is removed from memory. The base class does nothing.</summary>
    /// <param name="provider">The services of the runtime.</param>
    protected internal virtual void OnActivityExecutionContextUnload(IServiceProvider provider)
    {
    }

    /// <summary>Performs the work of the activity. The base class returns Closed.</summary>
    /// <param name="executionContext">The execution context of the activity. It is valid only during the call.</param>
    /// <returns>Closed if the work is done. Executing if the work continues until the activity calls
    /// <see cref="ActivityExecutionContext.CloseActivity"/>.</returns>
    protected internal virtual ActivityExecutionStatus Execute(ActivityExecutionContext executionContext) => ActivityExecutionStatus.Closed;

    /// <summary>Ends the work before it is done. The base class returns Closed.</summary>
    /// <param name="executionContext">The execution context of the activity. It is valid only during the call.</param>
    /// <returns>Closed if the work has ended. Canceling if the cancellation continues until the activity calls
    /// <see cref="ActivityExecutionContext.CloseActivity"/>.</returns>
    protected internal virtual ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext) => ActivityExecutionStatus.Closed;

    /// <summary>
    /// Ends the work after an exception. The base class returns Closed; a <see cref="CompositeActivity"/> cancels its work as <see cref="Cancel"/> does.
    /// </summary>
    /// <param name="executionContext">The execution context of the activity. It is valid only during the call.</param>
    /// <param name="exception">The exception.</param>
    /// <returns>Closed if the work has ended. Faulting if the cleanup continues until the activity calls
    /// <see cref="ActivityExecutionContext.CloseActivity"/>.</returns>
    protected internal virtual ActivityExecutionStatus HandleFault(ActivityExecutionContext executionContext, Exception exception) =>
        ActivityExecutionStatus.Closed;

    /// <summary>
    /// Releases the resources that <see cref="Initialize"/> created. Called after the activity has closed or its instance has ended. If the activity or one of
    /// its descendants can be compensated, the call is delayed until compensation is no longer possible. The base class does nothing.
    /// </summary>
    /// <param name="provider">The services of the runtime.</param>
    protected internal virtual void Uninitialize(IServiceProvider provider)
    {
    }

    /// <summary>Called when the activity has closed. The base class does nothing.</summary>
    /// <param name="provider">The services of the runtime.</param>
    protected internal virtual void OnClosed(IServiceProvider provider)
    {
    }

    /// <summary>Called once before the activity becomes part of an instance. The base class does nothing.</summary>
    protected internal virtual void InitializeProperties()
    {
    }

    /// <summary>Calls the handlers of an event synchronously.</summary>
    /// <param name="dependencyEvent">The event. Only handlers of type <see cref="EventHandler"/> are called.</param>
    /// <param name="sender">The sender.</param>
    /// <param name="e">The arguments.</param>
    protected void RaiseEvent(DependencyProperty dependencyEvent, object sender, EventArgs e)
    {
        foreach (EventHandler handler in GetInvocationList<EventHandler>(dependencyEvent))
        {
            handler(sender, e);
        }
    }

    /// <summary>Calls the handlers of an event synchronously.</summary>
    /// <typeparam name="T">The type of the arguments.</typeparam>
    /// <param name="dependencyEvent">The event. Only handlers of type <see cref="EventHandler{T}"/> are called.</param>
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

    /// <summary>
    /// Queues a call of a handler. The sender is an <see cref="ActivityExecutionContext"/>. If the handler is a method of an activity, it is the context of
    /// that activity; otherwise, it is the context of this activity.
    /// </summary>
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
    /// Sends data to the tracking services whose profiles select the data. Does nothing if there are none. The data belong to the activity whose step runs: if
    /// a handler of a <see cref="Workflow.Interop.Legacy.Activities.CodeActivity"/> calls this method on the workflow, the data belong to the
    /// <see cref="Workflow.Interop.Legacy.Activities.CodeActivity"/>.
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

    /// <summary>Returns the validation problems of this activity, as sentences without the name of the activity.</summary>
    internal virtual IEnumerable<ActivityProblem> Problems() => [];

    /// <summary>The parameter values of the activity; null if it has no parameters.</summary>
    internal virtual WorkflowParameterBindingCollection? Parameters => null;

    /// <summary>
    /// The interface of the local service that the activity uses; null if there is none. Saved state can name all types of the assembly of this interface.
    /// </summary>
    internal virtual Type? Contract => null;

    /// <summary>
    /// The member of <see cref="Contract"/> that the activity uses; for an event, the method that invokes its handlers. Null if there is none. Saved state can
    /// name the types of its parameters.
    /// </summary>
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

    /// <summary>Initializes a clone. The constructor of a clone does not run.</summary>
    internal virtual void BecomeCloneOf(Activity template) => (_qualifiedName, _template) = (template.QualifiedName, template);

    /// <summary>Initializes an activity that is read as part of a definition change. Its constructor does not run.</summary>
    internal virtual void BecomePart() => AttachMeta(new PropertyBag());

    /// <summary>Recomputes the qualified name. Called after the activity was added to the tree.</summary>
    internal void QualifyAgain() => _qualifiedName = ActivityNames.Qualify(this);

    /// <summary>Discards the name table. Called after the activities in this activity have changed.</summary>
    internal void ForgetNames() => _names = null;

    /// <summary>
    /// Finds an activity by name. The search starts in the enclosing clone and continues outwards, so a clone finds its own activities before the originals.
    /// </summary>
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

    /// <summary>Returns the name table of a scope. Clones share the table of their template.</summary>
    private static ActivityNames NamesOf(Activity scope) =>
        scope._template is { } template ? (template._clonedNames ??= new ActivityNames(template)).For(scope) : new ActivityNames(scope);

    private static DependencyProperty StatusEvent(string name) =>
        DependencyProperty.Register(name, typeof(EventHandler<ActivityExecutionStatusChangedEventArgs>), typeof(Activity));
}
