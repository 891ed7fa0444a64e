using System.Reflection;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>Calls a method of a local service.</summary>
public class CallExternalMethodActivity : Activity
{
    /// <summary>The dependency property for <see cref="InterfaceType"/>.</summary>
    public static readonly DependencyProperty InterfaceTypeProperty =
        DependencyProperty.Register(
            "InterfaceType", typeof(Type), typeof(CallExternalMethodActivity), new PropertyMetadata(DependencyPropertyOptions.Metadata));

    /// <summary>The dependency property for <see cref="MethodName"/>.</summary>
    public static readonly DependencyProperty MethodNameProperty =
        DependencyProperty.Register(
            "MethodName", typeof(string), typeof(CallExternalMethodActivity), new PropertyMetadata(string.Empty, DependencyPropertyOptions.Metadata));

    /// <summary>The dependency property for <see cref="CorrelationToken"/>.</summary>
    public static readonly DependencyProperty CorrelationTokenProperty =
        DependencyProperty.Register(
            "CorrelationToken", typeof(CorrelationToken), typeof(CallExternalMethodActivity), new PropertyMetadata(DependencyPropertyOptions.Metadata));

    /// <summary>The dependency property for the event <see cref="MethodInvoking"/>.</summary>
    public static readonly DependencyProperty MethodInvokingEvent =
        DependencyProperty.Register("MethodInvoking", typeof(EventHandler), typeof(CallExternalMethodActivity));

    private const string ReturnValue = "(ReturnValue)";

    /// <summary>Creates an activity without a method.</summary>
    public CallExternalMethodActivity() => ParameterBindings = new WorkflowParameterBindingCollection(this);

    /// <summary>Creates an activity without a method.</summary>
    /// <param name="name">The name of the activity.</param>
    public CallExternalMethodActivity(string name)
        : base(name) => ParameterBindings = new WorkflowParameterBindingCollection(this);

    /// <summary>Occurs before the method is called; handlers can set parameters. The sender is the activity.</summary>
    public event EventHandler MethodInvoking
    {
        add => AddHandler(MethodInvokingEvent, value);
        remove => RemoveHandler(MethodInvokingEvent, value);
    }

    /// <summary>The interface of the local service. It must have the attribute <see cref="ExternalDataExchangeAttribute"/>.</summary>
    public virtual Type? InterfaceType
    {
        get => (Type?)GetValue(InterfaceTypeProperty);
        set => SetValue(InterfaceTypeProperty, value);
    }

    /// <summary>The name of the method.</summary>
    public virtual string MethodName
    {
        get => (string)GetValue(MethodNameProperty)!;
        set => SetValue(MethodNameProperty, value);
    }

    /// <summary>The correlation token, if the interface has correlation parameters; otherwise null.</summary>
    public virtual CorrelationToken? CorrelationToken
    {
        get => (CorrelationToken?)GetValue(CorrelationTokenProperty);
        set => SetValue(CorrelationTokenProperty, value);
    }

    /// <summary>The values of the parameters, and '(ReturnValue)'. Before the workflow runs, each parameter without a binding gets one.</summary>
    public WorkflowParameterBindingCollection ParameterBindings { get; }

    /// <inheritdoc/>
    internal override WorkflowParameterBindingCollection? Parameters => ParameterBindings;

    /// <inheritdoc/>
    internal override Type? Contract => InterfaceType;

    /// <inheritdoc/>
    internal override MethodInfo? ContractMethod => Method;

    private MethodInfo? Method => InterfaceType is { } type
        ? Array.Find([type, .. type.GetInterfaces()], candidate => candidate.GetMethod(MethodName) is not null)?.GetMethod(MethodName)
        : null;

    /// <inheritdoc/>
    protected internal override void InitializeProperties()
    {
        if (Method is { } method)
        {
            ParameterBindings.Complete(method.GetParameters().Select(static parameter => parameter.Name!).Append(ReturnValue));
        }

        base.InitializeProperties();
    }

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext)
    {
        ArgumentNullException.ThrowIfNull(executionContext);
        object service = executionContext.GetService(InterfaceType!)
            ?? throw new InvalidOperationException(
                $"'{QualifiedName}' needs the local service '{InterfaceType}', which the runtime does not have; add it to the ExternalDataExchangeService.");
        RaiseEvent(MethodInvokingEvent, this, EventArgs.Empty);
        OnMethodInvoking(EventArgs.Empty);
        MethodInfo method = Method!;
        ParameterInfo[] parameters = method.GetParameters();
        object?[] arguments = [.. parameters.Select(parameter => ParameterBindings.GetItem(parameter.Name!)?.Value)];
        Correlate(executionContext, method, parameters, arguments);
        object? result = method.Invoke(service, BindingFlags.DoNotWrapExceptions, null, arguments, null);
        for (int i = 0; i < parameters.Length; i++)
        {
            if (parameters[i].ParameterType.IsByRef)
            {
                Return(parameters[i].Name!, arguments[i]);
            }
        }

        if (method.ReturnType != typeof(void))
        {
            Return(ReturnValue, result);
        }

        OnMethodInvoked(EventArgs.Empty);
        return ActivityExecutionStatus.Closed;
    }

    /// <summary>Called after the handlers of <see cref="MethodInvoking"/>, before the method is called. The base class does nothing.</summary>
    /// <param name="e">Always <see cref="EventArgs.Empty"/>.</param>
    protected virtual void OnMethodInvoking(EventArgs e)
    {
    }

    /// <summary>Called after the method has returned and the parameters have their values. The base class does nothing.</summary>
    /// <param name="e">Always <see cref="EventArgs.Empty"/>.</param>
    protected virtual void OnMethodInvoked(EventArgs e)
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
        ExchangeContract.Problems(this, Method, ("MethodName", "method", MethodName), CorrelationToken);

    private void Return(string name, object? value)
    {
        if (ParameterBindings.GetItem(name) is { } binding)
        {
            binding.Value = value;
        }
    }

    /// <summary>
    /// Initializes or checks the correlation values. The queues of the conversation must exist before the method is called: the service may raise its events
    /// during the call.
    /// </summary>
    private void Correlate(ActivityExecutionContext context, MethodInfo method, ParameterInfo[] parameters, object?[] arguments)
    {
        ExchangeContract contract = ExchangeContract.Of(InterfaceType!);
        if (!contract.IsCorrelated)
        {
            return;
        }

        CorrelationToken token = CorrelationToken!;
        CorrelationProperty[] values = contract.ValuesOf(method, parameters, arguments);
        if (ExchangeContract.IsInitializer(method))
        {
            token.Initialize(this, values);
            Conversation.CreateQueues(context, token.OwnerOf(this), token, contract, values);
        }
        else if (token.ValuesFor(this) is not { } known || !known.Zip(values).All(static pair => Equals(pair.First.Value, pair.Second.Value)))
        {
            throw new InvalidOperationException(
                $"'{QualifiedName}' calls '{MethodName}' with correlation values that the token '{token.Name}' does not have; call the initializer first, with the same values.");
        }
    }
}
