namespace Workflow.Hosting;

/// <summary>Saves the instance the first time that it can be saved between two items, suspends it in its store, and unloads it (rule 16.10.1).</summary>
internal sealed class SuspendOperation : AwaitableOperation<bool>
{
    private readonly string _reason;

    /// <summary>The number of the message; null if a caller awaits the operation.</summary>
    private readonly long? _message;

    /// <summary>Creates the operation for a caller that awaits it.</summary>
    /// <param name="reason">The reason, for queries.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    public SuspendOperation(string reason, CancellationToken cancellationToken)
        : base(cancellationToken) => _reason = reason;

    /// <summary>Creates the operation for a message, which has no caller: a failure aborts the instance, and its next host gets the message again.</summary>
    /// <param name="reason">The reason, for queries.</param>
    /// <param name="message">The number of the message.</param>
    public SuspendOperation(string reason, long message)
        : base(CancellationToken.None)
    {
        _reason = reason;
        _message = message;
    }

    public override bool IsReady(OperationTarget instance) => SaveOperation.CanSave(instance);

    protected override async ValueTask PerformOnLiveAsync(OperationTarget instance)
    {
        DetachToken();
        try
        {
            await instance.InTurn(SuspendAsync(instance));
        }
        catch (Exception exception) when (_message is not null)
        {
            instance.TryRequestAbort(exception);
        }

        Succeed(true);
    }

    /// <summary>Completes the operation. For a message, an instance that has ended needs no suspension.</summary>
    protected override void CompleteForEnded(OperationTarget instance)
    {
        if (_message is not null)
        {
            Succeed(false);
        }
        else
        {
            base.CompleteForEnded(instance);
        }
    }

    private async Task SuspendAsync(OperationTarget instance)
    {
        if (instance.Settings.Store is not { Capabilities.SuspendsInstances: true } store)
        {
            string name = instance.Definition.DisplayName;
            throw new InvalidOperationException(instance.Settings.Store is null
                ? $"The workflow application '{name}' has no store in which its instance can be suspended; set InstanceStore before the first operation."
                : $"The store '{instance.Settings.Store.GetType().Name}' of the workflow application '{name}' cannot suspend instances; use a store whose capabilities have SuspendsInstances.");
        }

        instance.Initialize();
        await instance.InTurn(instance.Saves.SuspendAsync(_reason, Token));
        if (_message is { } sequence)
        {
            // Withdrawn after the suspension, so that a crash does not lose the request. After a crash between the two, or a failure of this call, the
            // instance is suspended once more.
            await instance.InTurnIgnoringFailure(store.WithdrawAsync(instance.InstanceId, sequence, CancellationToken.None));
        }

        instance.Unload();
    }
}
