namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>A sequence whose steps run in a transaction. The transaction scopes derive from it; applications cannot.</summary>
[PersistOnClose]
public abstract class TransactedSequence : CompositeActivity, IActivityEventListener<ActivityExecutionStatusChangedEventArgs>
{
    /// <summary>Identifies the dependency property <see cref="TransactionOptions"/>.</summary>
    public static readonly DependencyProperty TransactionOptionsProperty = DependencyProperty.Register(
        "TransactionOptions", typeof(WorkflowTransactionOptions), typeof(TransactedSequence), new PropertyMetadata(DependencyPropertyOptions.Metadata));

    private protected TransactedSequence() => SetValueBase(TransactionOptionsProperty, new WorkflowTransactionOptions());

    private protected TransactedSequence(string name)
        : base(name) => SetValueBase(TransactionOptionsProperty, new WorkflowTransactionOptions());

    /// <summary>The isolation level and the timeout of the transaction. Default: serializable, 30 seconds. Null is not valid.</summary>
    public WorkflowTransactionOptions? TransactionOptions
    {
        get => (WorkflowTransactionOptions?)GetValue(TransactionOptionsProperty);
        set => SetValue(TransactionOptionsProperty, value);
    }

    /// <inheritdoc/>
    void IActivityEventListener<ActivityExecutionStatusChangedEventArgs>.OnEvent(object sender, ActivityExecutionStatusChangedEventArgs e) =>
        SequentialFlow.OnClosed(this, sender, e, this);

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Execute(ActivityExecutionContext executionContext) =>
        SequentialFlow.Start(this, executionContext, this) ? ActivityExecutionStatus.Executing : ActivityExecutionStatus.Closed;

    /// <inheritdoc/>
    protected internal override ActivityExecutionStatus Cancel(ActivityExecutionContext executionContext) => SequentialFlow.Cancel(this, executionContext);

    /// <inheritdoc/>
    internal override IEnumerable<ActivityProblem> Problems()
    {
        if (Parent is null)
        {
            yield return "is a workflow; a transaction scope is in one";
        }

        if (TransactionOptions is not { } options)
        {
            yield return "has no TransactionOptions; set them";
        }
        else if (options.TimeoutDuration < TimeSpan.Zero || !Enum.IsDefined(options.IsolationLevel))
        {
            yield return "has TransactionOptions that no transaction can have; set a time that is not negative, and one of the isolation levels";
        }

        if (Activities.Any(static activity => activity.Enabled && activity is FaultHandlersActivity or CancellationHandlerActivity))
        {
            yield return
                "has a handler of faults or cancellation, after which its transaction would be rolled back; move the handler into a sequence in the scope, or around it";
        }

        // A compensation handler runs after the transaction has ended, so it can contain a transaction scope.
        Activity inner = this;
        while (inner.Parent is { } outer)
        {
            if (outer is TransactedSequence && inner is not CompensationHandlerActivity)
            {
                yield return $"is in the transaction scope '{outer.QualifiedName}'; transaction scopes cannot be nested, use a sequence";
                yield break;
            }

            inner = outer;
        }
    }
}
