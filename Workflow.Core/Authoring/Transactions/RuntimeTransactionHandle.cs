using System.Transactions;

namespace Workflow;

/// <summary>
/// A handle for the transaction of a workflow (rule 10). The activity that declares the handle is the isolation scope; the transaction ends with this
/// activity.
/// </summary>
/// <remarks>
/// Declare a variable of this type, add its value to <see cref="NativeActivityContext.Properties"/>, and request a context in which the transaction is
/// set. <see cref="Transaction.Current"/> is that transaction in all code below the activity that added the handle. The shipped TransactionScope performs
/// all these steps.
/// </remarks>
public sealed class RuntimeTransactionHandle : Handle, IExecutionProperty, IPropertyRegistrationCallback, ISavedState
{
    /// <summary>The name of the execution property by which activities find the handle of their transaction.</summary>
    internal static readonly string PropertyName = NameFor(typeof(RuntimeTransactionHandle));

    private readonly Transaction? _rootTransaction;
    private bool _abortInstance = true;
    private bool _suppress;
    private bool _isRegistered;
    private Transaction? _outer;
    private bool _isSetUp;

    /// <summary>Creates a handle. Variables call this constructor.</summary>
    public RuntimeTransactionHandle()
    {
    }

    /// <summary>Creates a handle for the transaction in which the whole workflow runs.</summary>
    /// <param name="rootTransaction">The transaction. The code that created the transaction ends it.</param>
    /// <exception cref="ArgumentNullException">The transaction is null.</exception>
    public RuntimeTransactionHandle(Transaction rootTransaction)
    {
        ArgumentNullException.ThrowIfNull(rootTransaction);
        _rootTransaction = rootTransaction;
        _abortInstance = false;
    }

    /// <summary>
    /// True to abort the whole workflow, and not only the scope, if the transaction fails (rule 10.3). True by default; false for a handle that was created
    /// with a transaction.
    /// </summary>
    /// <exception cref="InvalidOperationException">On assignment, if the handle has been added to the properties (rule 10.6).</exception>
    public bool AbortInstanceOnTransactionFailure
    {
        get => _abortInstance;
        set
        {
            ThrowIfRegistered();
            _abortInstance = value;
        }
    }

    /// <summary>True to run descendants without a transaction; false by default.</summary>
    /// <exception cref="InvalidOperationException">On assignment, if the handle has been added to the properties (rule 10.6).</exception>
    public bool SuppressTransaction
    {
        get => _suppress;
        set
        {
            ThrowIfRegistered();
            _suppress = value;
        }
    }

    internal override string PropertyNameCore => PropertyName;

    internal override bool NeedsNoContext => true;

    /// <summary>True if the transaction belongs to the workflow and not to its caller.</summary>
    internal bool IsOfWorkflow => _rootTransaction is null;

    /// <summary>The active transaction of this handle.</summary>
    internal Transaction? Current { get; set; }

    /// <summary>Gets the transaction.</summary>
    /// <param name="context">The context of a running activity.</param>
    /// <returns>The transaction; null if none is set or transactions are suppressed.</returns>
    public Transaction? GetCurrentTransaction(NativeActivityContext context) => Read(context);

    /// <inheritdoc cref="GetCurrentTransaction(NativeActivityContext)"/>
    public Transaction? GetCurrentTransaction(CodeActivityContext context) => Read(context);

    /// <inheritdoc cref="GetCurrentTransaction(NativeActivityContext)"/>
    /// <remarks>An asynchronous activity must read its transaction here: <see cref="Transaction.Current"/> is set only until its first await.</remarks>
    public Transaction? GetCurrentTransaction(AsyncCodeActivityContext context) => Read(context);

    /// <summary>
    /// Requests a context in which a transaction can be set. The callback is called when the instance is idle and can be saved. Requests are handled in order
    /// (rule 10.1).
    /// </summary>
    /// <param name="context">The context of the requesting activity, which does not complete before the callback has run.</param>
    /// <param name="callback">A method of that activity, or a static method.</param>
    /// <param name="state">The state for the callback; may be null.</param>
    /// <exception cref="InvalidOperationException">
    /// The handle is not an execution property, the workflow has a transaction, or the activity is in a no-persist zone.
    /// </exception>
    public void RequestTransactionContext(NativeActivityContext context, Action<NativeActivityTransactionContext, object?> callback, object? state) =>
        Ask(context, callback, state, isRequired: false);

    /// <summary>
    /// Like <see cref="RequestTransactionContext"/>, but before all other requests, and without a save until then. Only one such request is allowed at a time.
    /// </summary>
    /// <param name="context">The context of the requesting activity, which does not complete before the callback has run.</param>
    /// <param name="callback">A method of that activity, or a static method.</param>
    /// <param name="state">The state for the callback; may be null.</param>
    /// <exception cref="InvalidOperationException">
    /// The handle is not an execution property, the workflow has a transaction, the activity is in a no-persist zone, or another activity has made such a
    /// request.
    /// </exception>
    public void RequireTransactionContext(NativeActivityContext context, Action<NativeActivityTransactionContext, object?> callback, object? state) =>
        Ask(context, callback, state, isRequired: true);

    /// <summary>Ends the transaction before its scope completes.</summary>
    /// <param name="context">The context of a running activity.</param>
    /// <exception cref="InvalidOperationException">The handle has no transaction.</exception>
    public void CompleteTransaction(NativeActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        TransactionPort.Of(context).CompleteTransaction(context.Instance, this, null);
    }

    /// <summary>Ends the transaction before its scope completes.</summary>
    /// <param name="context">The context of a running activity that may wait.</param>
    /// <param name="callback">Called after the commit, after all queued work (rule 1.4).</param>
    /// <exception cref="InvalidOperationException">The handle has no transaction.</exception>
    public void CompleteTransaction(NativeActivityContext context, BookmarkCallback callback)
    {
        ArgumentNullException.ThrowIfNull(context);
        ArgumentNullException.ThrowIfNull(callback);
        TransactionPort.Of(context).CompleteTransaction(context.Instance, this, callback);
    }

    void IExecutionProperty.SetupWorkflowThread()
    {
        _outer = Transaction.Current;
        _isSetUp = true;
        if (_suppress)
        {
            Transaction.Current = null;
        }
        else if (Current is not null)
        {
            Transaction.Current = Current;
        }
    }

    void IExecutionProperty.CleanupWorkflowThread() => Restore();

    void IPropertyRegistrationCallback.Register(RegistrationContext context) => Register();

    void IPropertyRegistrationCallback.Unregister(RegistrationContext context) => Unregister();

    /// <summary>Called when the handle has been added to the execution properties.</summary>
    internal void Register() => _isRegistered = true;

    /// <summary>Called when the handle has been removed from the execution properties.</summary>
    internal void Unregister()
    {
        _isRegistered = false;

        // There is no clean-up after the work item that removes the handle (rule 9.3), so the transaction is reset here.
        Restore();
    }

    void ISavedState.Save(StateWriter writer)
    {
        if (_rootTransaction is not null)
        {
            throw new NotSupportedException("a transaction of the caller cannot be saved");
        }

        writer.WriteFlag("abortsInstance", _abortInstance);
        writer.WriteFlag("suppresses", _suppress);
        writer.WriteFlag("isRegistered", _isRegistered);
    }

    void ISavedState.Load(StateReader reader)
    {
        _abortInstance = reader.ReadFlag("abortsInstance");
        _suppress = reader.ReadFlag("suppresses");
        _isRegistered = reader.ReadFlag("isRegistered");
    }

    /// <inheritdoc/>
    protected override void OnInitialize(HandleInitializationContext context)
    {
    }

    /// <inheritdoc/>
    protected override void OnUninitialize(HandleInitializationContext context)
    {
    }

    private void Restore()
    {
        if (_isSetUp)
        {
            _isSetUp = false;
            Transaction.Current = _outer;
            _outer = null;
        }
    }

    private Transaction? Read(ActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        context.ThrowIfDisposed();
        return _suppress ? null : Current ?? _rootTransaction;
    }

    private void Ask(NativeActivityContext context, Action<NativeActivityTransactionContext, object?> callback, object? state, bool isRequired)
    {
        ArgumentNullException.ThrowIfNull(context);
        ArgumentNullException.ThrowIfNull(callback);
        if (_rootTransaction is not null)
        {
            throw new InvalidOperationException(
                $"'{context.Instance.Activity.DisplayName}' requests a transaction with a handle that stands for one that exists; join that one.");
        }

        CheckInitialized();
        if (!_isRegistered)
        {
            throw new InvalidOperationException(
                $"'{context.Instance.Activity.DisplayName}' requests a transaction with a handle that is not among the execution properties; add it to Properties under its ExecutionPropertyName first.");
        }

        TransactionPort.Of(context).RequestTransaction(context.Instance, this, callback, state, isRequired);
    }

    private void ThrowIfRegistered()
    {
        if (_isRegistered || _rootTransaction is not null)
        {
            throw new InvalidOperationException("A transaction handle cannot be changed once it is among the execution properties; set it before that.");
        }
    }
}
