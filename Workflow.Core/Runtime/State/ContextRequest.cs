namespace Workflow.Runtime.State;

/// <summary>The request of an activity for a context in which it can set a transaction (rule 10.1).</summary>
internal sealed class ContextRequest(
    Frame requester, RuntimeTransactionHandle handle, Action<NativeActivityTransactionContext, object?> callback, object? state, bool isRequired)
{
    private readonly long _instance = requester.InstanceNumber;

    public Frame Requester { get; } = requester;

    public RuntimeTransactionHandle Handle { get; } = handle;

    public Action<NativeActivityTransactionContext, object?> Callback { get; } = callback;

    public object? State { get; } = state;

    /// <summary>True if the request precedes the others and prevents saves of the instance while it waits.</summary>
    public bool IsRequired { get; } = isRequired;

    /// <summary>True when the host has prepared for the transaction.</summary>
    public bool IsPrepared { get; set; }

    /// <summary>True if the requester has ended since the request.</summary>
    public bool IsObsolete => Requester.IsCompleted || Requester.InstanceNumber != _instance;
}
