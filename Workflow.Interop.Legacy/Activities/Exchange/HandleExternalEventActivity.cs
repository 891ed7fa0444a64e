using System.Reflection;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>Waits for an event of a local service.</summary>
public class HandleExternalEventActivity : Activity, IEventActivity, IActivityEventListener<QueueEventArgs>
{
    /// <summary>The dependency property for <see cref="InterfaceType"/>.</summary>
    public static readonly DependencyProperty InterfaceTypeProperty =
        DependencyProperty.Register(
            "InterfaceType", typeof(Type), typeof(HandleExternalEventActivity), new PropertyMetadata(DependencyPropertyOptions.Metadata));

    /// <summary>The dependency property for <see cref="EventName"/>.</summary>
    public static readonly DependencyProperty EventNameProperty =
        DependencyProperty.Register(
            "EventName", typeof(string), typeof(HandleExternalEventActivity), new PropertyMetadata(string.Empty, DependencyPropertyOptions.Metadata));

    /// <summary>The dependency property for <see cref="CorrelationToken"/>.</summary>
    public static readonly DependencyProperty CorrelationTokenProperty =
        DependencyProperty.Register(
            "CorrelationToken", typeof(CorrelationToken), typeof(HandleExternalEventActivity), new PropertyMetadata(DependencyPropertyOptions.Metadata));

    /// <summary>The dependency property for the event <see cref="Invoked"/>.</summary>
    public static readonly DependencyProperty InvokedEvent =
        DependencyProperty.Register("Invoked", typeof(EventHandler<ExternalDataEventArgs>), typeof(HandleExternalEventActivity));

    /// <summary>The dependency property for <see cref="Roles"/>.</summary>
    public static readonly DependencyProperty RolesProperty =
        DependencyProperty.Register("Roles", typeof(WorkflowRoleCollection), typeof(HandleExternalEventActivity));

    private bool _isSubscribedByParent;

    /// <summary>Creates an activity without an event.</summary>
    public HandleExternalEventActivity() => ParameterBindings = new WorkflowParameterBindingCollection(this);

    /// <summary>Creates an activity without an event.</summary>
    /// <param name="name">The name of the activity.</param>
    public HandleExternalEventActivity(string name)
        : base(name) => ParameterBindings = new WorkflowParameterBindingCollection(this);

    /// <summary>
    /// Occurs when the event has arrived and the parameters have its values. The sender is the object that the local service has passed, which may be null.
    /// </summary>
    public event EventHandler<ExternalDataEventArgs> Invoked
    {
        add => AddHandler(InvokedEvent, value);
        remove => RemoveHandler(InvokedEvent, value);
    }

    /// <summary>The interface of the local service. It must have the attribute <see cref="ExternalDataExchangeAttribute"/>.</summary>
    public virtual Type? InterfaceType
    {
        get => (Type?)GetValue(InterfaceTypeProperty);
        set => SetValue(InterfaceTypeProperty, value);
    }

    /// <summary>The name of the event.</summary>
    public virtual string EventName
    {
        get => (string)GetValue(EventNameProperty)!;
        set => SetValue(EventNameProperty, value);
    }

    /// <summary>The correlation token, if the interface has correlation parameters; otherwise null.</summary>
    public virtual CorrelationToken? CorrelationToken
    {
        get => (CorrelationToken?)GetValue(CorrelationTokenProperty);
        set => SetValue(CorrelationTokenProperty, value);
    }

    /// <summary>
    /// The roles of identities that may raise the event. If no role includes the identity of the event, the activity faults with a
    /// <see cref="WorkflowAuthorizationException"/>. Null, the default, accepts all identities.
    /// </summary>
    public WorkflowRoleCollection? Roles
    {
        get => (WorkflowRoleCollection?)GetValue(RolesProperty);
        set => SetValue(RolesProperty, value);
    }

    /// <summary>The parameters of the event handler, usually 'sender' and 'e'. Before the workflow runs, each parameter without a binding gets one.</summary>
    public WorkflowParameterBindingCollection ParameterBindings { get; }

    /// <inheritdoc/>
    IComparable IEventActivity.QueueName => QueueName();

    /// <inheritdoc/>
    internal override WorkflowParameterBindingCollection? Parameters => ParameterBindings;

    /// <inheritdoc/>
    internal override Type? Contract => InterfaceType;

    /// <inheritdoc/>
    internal override MethodInfo? ContractMethod => Source?.EventHandlerType?.GetMethod("Invoke");

    internal bool IsInitializer => Source is { } source && ExchangeContract.IsInitializer(source);

    private EventInfo? Source => InterfaceType?.GetEvent(EventName);

    private bool NeedsValues => InterfaceType is { } type && ExchangeContract.Of(type).IsCorrelated && !IsInitializer;

    /// <inheritdoc/>
    void IEventActivity.Subscribe(ActivityExecutionContext parentContext, IActivityEventListener<QueueEventArgs> parentEventHandler)
    {
        ArgumentNullException.ThrowIfNull(parentContext);
        _isSubscribedByParent = true;
        Conversation.QueueOf(parentContext, QueueName()).RegisterForQueueItemAvailable(parentEventHandler, parentContext.Activity.QualifiedName);
    }

    /// <inheritdoc/>
    void IEventActivity.Unsubscribe(ActivityExecutionContext parentContext, IActivityEventListener<QueueEventArgs> parentEventHandler)
    {
        ArgumentNullException.ThrowIfNull(parentContext);
        Leave(parentContext, parentEventHandler);
    }

    /// <inheritdoc/>
    void IActivityEventListener<QueueEventArgs>.OnEvent(object sender, QueueEventArgs e)
    {
        ActivityExecutionContext context = (ActivityExecutionContext)sender;
        if (ExecutionStatus == ActivityExecutionStatus.Executing && Conversation.QueueOf(context, QueueName()) is { Count: > 0 } queue)
        {
            queue.UnregisterForQueueItemAvailable(this);
            Take(context, queue);
            context.CloseActivity();
        }
    }

    /// <inheritdoc/>
    protected internal override void InitializeProperties()
    {
        if (ContractMethod is { } handler)
        {
            ParameterBindings.Complete(handler.GetParameters().Select(static parameter => parameter.Name!));
        }

        base.InitializeProperties();
    }

    /// <summary>
    /// Creates the queue, so that an event can arrive before the activity runs. A queue with correlation is created when the correlation values are known.
    /// </summary>
    /// <param name="provider">The services of the runtime.</param>
    protected internal override void Initialize(IServiceProvider provider)
    {
        ArgumentNullException.ThrowIfNull(provider);
        base.Initialize(provider);
        if (InterfaceType is not null && !NeedsValues)
        {
            Conversation.QueueOf(provider, QueueName());
        }
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        ArgumentNullException.ThrowIfNull(executionContext);
        WorkflowQueue queue = Conversation.QueueOf(executionContext, QueueName());
        if (queue.Count > 0)
        {
            Take(executionContext, queue);
            return ActivityExecutionStatus.Closed;
        }

        if (_isSubscribedByParent)
        {
            throw new InvalidOperationException(
                $"'{QualifiedName}' runs for the event '{EventName}', which another activity has taken; let one activity at a time wait for an event.");
        }

        queue.RegisterForQueueItemAvailable(this);
        return ActivityExecutionStatus.Executing;
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext)
    {
        ArgumentNullException.ThrowIfNull(executionContext);
        Leave(executionContext, this);
        return ActivityExecutionStatus.Closed;
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus HandleFault(ActivityExecutionContext executionContext, Exception exception) => Cancel(executionContext);

    /// <summary>Deletes the queue of a conversation when the execution context of the token owner ends.</summary>
    /// <param name="provider">The services of the runtime.</param>
    protected internal override void OnActivityExecutionContextUnload(IServiceProvider provider)
    {
        ArgumentNullException.ThrowIfNull(provider);
        if (NeedsValues
            && CorrelationToken is { } token
            && ReferenceEquals(token.FindOwner(this)?.ContextRoot, ContextRoot)
            && token.ValuesFor(this) is not null)
        {
            WorkflowQueuingService queues = (WorkflowQueuingService)provider.GetService(typeof(WorkflowQueuingService))!;
            if (queues.Exists(QueueName()))
            {
                queues.DeleteWorkflowQueue(QueueName());
            }
        }

        base.OnActivityExecutionContextUnload(provider);
    }

    /// <summary>Called when the event has arrived, before the handlers of <see cref="Invoked"/>. The base class does nothing.</summary>
    /// <param name="e">The data of the event.</param>
    protected virtual void OnInvoked(EventArgs e)
    {
    }

    /// <inheritdoc/>
    internal override void Freeze()
    {
        base.Freeze();
        ParameterBindings.Freeze();
    }

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems() =>
        ExchangeContract.Problems(this, Source, ("EventName", "event", EventName), CorrelationToken);

    private EventQueueName QueueName() => new(
        InterfaceType!,
        EventName,
        !NeedsValues
            ? []
            : CorrelationToken!.ValuesFor(this) ?? throw new InvalidOperationException(
                $"'{QualifiedName}' waits for '{EventName}' before the token '{CorrelationToken.Name}' has values; let the initializer of the conversation run before."));

    private void Take(ActivityExecutionContext context, WorkflowQueue queue)
    {
        ExternalEvent message = queue.Dequeue() as ExternalEvent
            ?? throw new InvalidOperationException(
                $"The queue '{queue.QueueName}' of '{QualifiedName}' has an item that is no event of a local service; raise the event of the service.");
        if (Roles is { } roles && !roles.IncludesIdentity(message.Arguments.Identity))
        {
            throw new WorkflowAuthorizationException(QualifiedName, message.Arguments.Identity);
        }

        EventInfo source = Source!;
        ParameterInfo[] parameters = source.EventHandlerType!.GetMethod("Invoke")!.GetParameters();
        object?[] arguments = [message.Sender, message.Arguments];
        ExchangeContract contract = ExchangeContract.Of(InterfaceType!);
        if (contract.IsCorrelated && IsInitializer)
        {
            CorrelationProperty[] values = contract.ValuesOf(source, parameters, arguments);
            CorrelationToken!.Initialize(this, values);
            Conversation.CreateQueues(context, CorrelationToken.OwnerOf(this), CorrelationToken, contract, values);
        }

        for (int i = 0; i < parameters.Length; i++)
        {
            if (ParameterBindings.GetItem(parameters[i].Name!) is { } binding)
            {
                binding.Value = arguments[i];
            }
        }

        OnInvoked(message.Arguments);
        RaiseGenericEvent(InvokedEvent, message.Sender!, message.Arguments);
    }

    private void Leave(ActivityExecutionContext context, IActivityEventListener<QueueEventArgs> listener)
    {
        if (!NeedsValues || CorrelationToken!.ValuesFor(this) is not null)
        {
            Conversation.QueueOf(context, QueueName()).UnregisterForQueueItemAvailable(listener);
        }
    }
}
