namespace Workflow.Runtime.State;

/// <summary>An activity that waits for a context in which it can set a transaction (rule 10.1).</summary>
internal sealed class ContextRequest(
    Frame requester, RuntimeTransactionHandle handle, Action<NativeActivityTransactionContext, object?> callback, object? state, bool isRequired)
{
    private readonly long _instance = requester.InstanceNumber;

    public Frame Requester { get; } = requester;

    public RuntimeTransactionHandle Handle { get; } = handle;

    public Action<NativeActivityTransactionContext, object?> Callback { get; } = callback;

    public object? State { get; } = state;

    /// <summary>Goes before the others, and keeps the instance from being saved while it waits.</summary>
    public bool IsRequired { get; } = isRequired;

    /// <summary>The host has prepared for the transaction.</summary>
    public bool IsPrepared { get; set; }

    /// <summary>The requester has ended in the meantime.</summary>
    public bool IsObsolete => Requester.IsCompleted || Requester.InstanceNumber != _instance;
}
