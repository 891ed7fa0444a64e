using System.Transactions;

namespace Workflow.Statements;

/// <summary>Runs its body in a transaction, which it commits when the body has completed (rule 10).</summary>
/// <remarks>
/// <para>The activity waits until the instance is idle and can be saved. Then no activity outside the scope runs until the transaction has ended. In the body,
/// <see cref="Transaction.Current"/> is the transaction. A scope in another scope, or in a workflow that is invoked in a transaction, joins that
/// transaction.</para>
/// <para>If an exception leaves the scope, or the commit fails, the transaction is rolled back.</para>
/// </remarks>
public sealed class TransactionScope : NativeActivity
{
    private static readonly TimeSpan DefaultTimeout = TimeSpan.FromMinutes(1);

    private readonly Action<NativeActivityTransactionContext, object?> _onContext;
    private readonly CompletionCallback _onJoinedBodyCompleted;
    private readonly CompletionCallback _onTimeout;

    private readonly Variable<RuntimeTransactionHandle> _handle = new("handle");
    private readonly InArgument<TimeSpan> _defaultTimeout = new(DefaultTimeout);
    private readonly JoinedTimeout _joinedTimeout;
    private readonly Variable<TimeSpan> _limit = new("limit");

    private IsolationLevel? _isolationLevel;
    private bool? _abortInstance;

    /// <summary>Creates a scope without a body, which begins no transaction.</summary>
    public TransactionScope()
    {
        Timeout = _defaultTimeout;
        _onContext = OnContext;
        _onJoinedBodyCompleted = OnJoinedBodyCompleted;
        _onTimeout = OnTimeout;
        _joinedTimeout = new JoinedTimeout { Limit = new InArgument<TimeSpan>(_limit) };
    }

    /// <summary>The activity to run in the transaction. If null, the default, no transaction begins.</summary>
    public Activity? Body { get; set; }

    /// <summary>
    /// True, the default, to abort the whole workflow if the transaction fails. In another scope, do not set it or set it to the same value (rule 10.4).
    /// </summary>
    public bool AbortInstanceOnTransactionFailure
    {
        get => _abortInstance ?? true;
        set => _abortInstance = value;
    }

    /// <summary>
    /// The isolation level of the transaction; <see cref="IsolationLevel.Serializable"/> by default. In another scope, do not set it or set it to the same
    /// value.
    /// </summary>
    public IsolationLevel IsolationLevel
    {
        get => _isolationLevel ?? IsolationLevel.Serializable;
        set => _isolationLevel = value;
    }

    /// <summary>
    /// The time after which the transaction is rolled back, which the scope detects when it completes; one minute by default, zero for no limit. In another
    /// scope, the timeout is used only if it is set, and then rolls back the whole transaction.
    /// </summary>
    public InArgument<TimeSpan>? Timeout { get; set; }

    /// <inheritdoc/>
    protected override bool CanInduceIdle => true;

    internal override ActivityTraits Traits => ActivityTraits.Transaction;

    private bool HasOwnTimeout => Timeout is not null && !ReferenceEquals(Timeout, _defaultTimeout);

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        RuntimeArgument timeout = new(nameof(Timeout), typeof(TimeSpan), ArgumentDirection.In);
        metadata.Bind(Timeout, timeout);
        metadata.AddArgument(timeout);
        metadata.AddImplementationVariable(_handle);
        metadata.AddChild(Body);
        if (HasOwnTimeout)
        {
            metadata.AddImplementationVariable(_limit);
            metadata.AddImplementationChild(_joinedTimeout);
        }

        if (Enclosing(ActivityTraits.Transaction) is TransactionScope outer)
        {
            CompareWith(outer, metadata);
        }
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context)
    {
        if (Body is null)
        {
            return;
        }

        TimeSpan timeout = TimeoutOf(context);
        RuntimeTransactionHandle own = _handle.Get(context);
        if (context.Properties.Find(own.ExecutionPropertyName) is RuntimeTransactionHandle outer)
        {
            Join(context, outer, timeout);
        }
        else
        {
            own.AbortInstanceOnTransactionFailure = AbortInstanceOnTransactionFailure;
            context.Properties.Add(own.ExecutionPropertyName, own);
            own.RequestTransactionContext(context, _onContext, null);
        }
    }

    private TimeSpan TimeoutOf(NativeActivityContext context)
    {
        TimeSpan timeout = Timeout is null ? DefaultTimeout : Timeout.Get(context);
        return timeout >= TimeSpan.Zero ? timeout : throw Negative(nameof(Timeout), timeout);
    }

    private ArgumentOutOfRangeException Negative(string argument, TimeSpan timeout) =>
        new(argument, timeout, $"'{DisplayName}' cannot have a negative timeout; bind its Timeout to zero or more.");

    private void CompareWith(TransactionScope outer, NativeActivityMetadata metadata)
    {
        if (_isolationLevel is { } level && level != outer.IsolationLevel)
        {
            metadata.AddValidationError(
                $"'{DisplayName}' requests the isolation level {level} inside '{outer.DisplayName}', which runs at {outer.IsolationLevel}; they share one transaction, so leave it unset or make it equal.");
        }

        if (_abortInstance is { } abort && abort != outer.AbortInstanceOnTransactionFailure)
        {
            metadata.AddValidationError(new Validation.ValidationError(
                $"'{DisplayName}' sets AbortInstanceOnTransactionFailure to {abort} inside '{outer.DisplayName}', which sets the opposite; it will fail when it runs, so leave it unset or make it equal.",
                isWarning: true,
                nameof(AbortInstanceOnTransactionFailure)));
        }
    }

    /// <summary>Runs in the existing transaction (rule 10.4).</summary>
    private void Join(NativeActivityContext context, RuntimeTransactionHandle outer, TimeSpan timeout)
    {
        if (outer.SuppressTransaction)
        {
            throw new InvalidOperationException($"'{DisplayName}' is in a scope where transactions are suppressed; move it out of that scope.");
        }

        if (_abortInstance is { } abort && outer.IsOfWorkflow && abort != outer.AbortInstanceOnTransactionFailure)
        {
            throw new InvalidOperationException(
                $"'{DisplayName}' sets AbortInstanceOnTransactionFailure to {abort}, but joins a transaction that sets the opposite; leave it unset or make it equal.");
        }

        if (outer.GetCurrentTransaction(context) is not { } transaction)
        {
            outer.RequestTransactionContext(context, _onContext, null);
            return;
        }

        if (_isolationLevel is { } level && level != transaction.IsolationLevel)
        {
            throw new InvalidOperationException(
                $"'{DisplayName}' requests the isolation level {level}, but joins a transaction that runs at {transaction.IsolationLevel}; leave it unset or make it equal.");
        }

        bool isLimited = HasOwnTimeout && timeout > TimeSpan.Zero;
        if (isLimited)
        {
            _limit.Set(context, timeout);
            context.ScheduleActivity(_joinedTimeout, _onTimeout);
        }

        context.ScheduleActivity(Body!, isLimited ? _onJoinedBodyCompleted : null);
    }

    private void OnContext(NativeActivityTransactionContext context, object? state)
    {
        context.SetRuntimeTransaction(new CommittableTransaction(new TransactionOptions
        {
            IsolationLevel = IsolationLevel,
            Timeout = TimeoutOf(context),
        }));
        context.ScheduleActivity(Body!);
    }

    /// <summary>Cancels the timeout, because the body has completed in time.</summary>
    private void OnJoinedBodyCompleted(NativeActivityContext context, ActivityInstance completedInstance) => context.CancelChildren();

    /// <summary>Rolls back the whole transaction if the timeout has expired, which its outermost scope detects (rule 10.3).</summary>
    private void OnTimeout(NativeActivityContext context, ActivityInstance completedInstance)
    {
        if (completedInstance.State == ActivityInstanceState.Closed
            && context.Properties.Find(_handle.Get(context).ExecutionPropertyName) is RuntimeTransactionHandle outer)
        {
            outer.GetCurrentTransaction(context)?.Rollback(new TimeoutException($"'{DisplayName}' did not complete within its Timeout."));
        }
    }
}
