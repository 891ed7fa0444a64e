using System.Transactions;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>Saves instances and commits their work. The runtime implements it with its persistence service and its service for work batches.</summary>
internal abstract class SavePort
{
    /// <summary>True if instances are saved. If not, only their work is committed.</summary>
    public abstract bool HasService { get; }

    /// <summary>Returns true if an instance must leave memory whenever it is idle.</summary>
    public abstract bool UnloadsOnIdle(Activity root);

    /// <summary>Saves an instance, or adds the save to the work of the current instance. Does nothing without a service.</summary>
    public abstract void Save(Activity root, bool unlock);

    /// <summary>Releases the lock on an instance, or adds this to the work of the current instance. Does nothing without a service.</summary>
    public abstract void Unlock(Activity root);

    /// <summary>Performs work in a transaction.</summary>
    /// <param name="transaction">The transaction, which the caller commits; null to create and commit one.</param>
    /// <param name="work">The work. It requires an ambient transaction.</param>
    public abstract void Commit(CommittableTransaction? transaction, Action work);
}
