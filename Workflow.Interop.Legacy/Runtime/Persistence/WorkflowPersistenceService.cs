using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>
/// Saves and loads workflow instances. A runtime has at most one; it is added before the runtime is started. The runtime calls the methods on the thread that runs the instance,
/// one at a time for each instance; they return when the work is done, or is in the <see cref="WorkflowEnvironment.WorkBatch"/>, which the runtime commits next.
/// </summary>
public abstract class WorkflowPersistenceService : WorkflowRuntimeService
{
    /// <summary>
    /// The types of workflows that can be loaded before this runtime has created an instance of them; none by default. Saved state can name no other types than these, the types in
    /// their assemblies, and those of an <see cref="ComponentModel.Compiler.ITypeProvider"/> of the runtime. Add to it before the runtime is started.
    /// </summary>
    public ICollection<Type> WorkflowTypes { get; } = [];

    /// <summary>Saves an instance. An instance that has completed or was terminated is not loaded again.</summary>
    /// <param name="rootActivity">The root of its activities, for the static methods of this class.</param>
    /// <param name="unlock">Whether other runtimes can have the instance after it was saved.</param>
    protected internal abstract void SaveWorkflowInstanceState(Activity rootActivity, bool unlock);

    /// <summary>Lets other runtimes have an instance, as it was saved last.</summary>
    /// <param name="rootActivity">The root of its activities.</param>
    protected internal abstract void UnlockWorkflowInstanceState(Activity rootActivity);

    /// <summary>Loads an instance, and keeps other runtimes from loading it.</summary>
    /// <param name="instanceId">The id.</param>
    /// <returns>The root of its activities, from <see cref="RestoreFromDefaultSerializedForm"/>.</returns>
    /// <exception cref="InvalidOperationException">There is no such instance, or it has ended.</exception>
    /// <exception cref="WorkflowOwnershipException">Another runtime has it.</exception>
    /// <exception cref="PersistenceException">It cannot be loaded.</exception>
    protected internal abstract Activity LoadWorkflowInstanceState(Guid instanceId);

    /// <summary>Nothing calls it: completed contexts are saved with their instance.</summary>
    /// <param name="activity">The activity with which the context begins.</param>
    protected internal abstract void SaveCompletedContextActivity(Activity activity);

    /// <summary>Nothing calls it: completed contexts are saved with their instance.</summary>
    /// <param name="scopeId">The id of the context.</param>
    /// <param name="outerActivity">The activity that has the context.</param>
    protected internal abstract Activity LoadCompletedContextActivity(Guid scopeId, Activity outerActivity);

    /// <summary>Whether an instance is saved and unloaded whenever it is idle.</summary>
    /// <param name="activity">The root of its activities.</param>
    protected internal abstract bool UnloadOnIdle(Activity activity);

    /// <summary>Does what must not wait for the end of a transaction in which the instance will be saved. Called before the transaction begins.</summary>
    /// <param name="rootActivity">The root of its activities.</param>
    internal virtual void PrepareTransaction(Activity rootActivity)
    {
    }

    /// <summary>Writes an instance as bytes, in <see cref="SaveWorkflowInstanceState"/>. They are not compressed and contain no definition.</summary>
    /// <param name="activity">The root of its activities.</param>
    /// <exception cref="InvalidOperationException">It is not the root of an instance.</exception>
    /// <exception cref="PersistenceException">A value cannot be saved; the message names the activity and the member.</exception>
    protected static byte[] GetDefaultSerializedForm(Activity activity)
    {
        ArgumentNullException.ThrowIfNull(activity);
        try
        {
            return SavedForm.Write(activity);
        }
        catch (Exception exception)
        {
            throw new PersistenceException(exception.Message, exception);
        }
    }

    /// <summary>Makes an instance of the bytes of <see cref="GetDefaultSerializedForm"/>, in <see cref="LoadWorkflowInstanceState"/>.</summary>
    /// <param name="activityBytes">The bytes.</param>
    /// <param name="outerActivity">Null: completed contexts are saved with their instance.</param>
    /// <returns>The root of its activities.</returns>
    /// <exception cref="ArgumentException">There is an outer activity.</exception>
    /// <exception cref="PersistenceException">The bytes are damaged, or do not fit the workflow.</exception>
    protected static Activity RestoreFromDefaultSerializedForm(byte[] activityBytes, Activity? outerActivity)
    {
        ArgumentNullException.ThrowIfNull(activityBytes);
        if (outerActivity is not null)
        {
            throw new ArgumentException($"Saved state cannot be read into '{outerActivity.QualifiedName}'; pass null, because contexts are saved with their instance.", nameof(outerActivity));
        }

        try
        {
            return SavedForm.Read(activityBytes);
        }
        catch (Exception exception)
        {
            throw new PersistenceException(exception.Message, exception);
        }
    }

    /// <summary>What an instance that is being saved is doing.</summary>
    /// <param name="rootActivity">The root of its activities.</param>
    protected internal static WorkflowStatus GetWorkflowStatus(Activity rootActivity)
    {
        ArgumentNullException.ThrowIfNull(rootActivity);
        return SavedStatus.StatusOf(rootActivity);
    }

    /// <summary>Whether an instance that is being saved waits for events or timers; false: it has steps to run.</summary>
    /// <param name="rootActivity">The root of its activities.</param>
    protected internal static bool GetIsBlocked(Activity rootActivity)
    {
        ArgumentNullException.ThrowIfNull(rootActivity);
        return SavedStatus.IsBlocked(rootActivity);
    }

    /// <summary>Why an instance that is being saved is suspended or was terminated; null if it is not, or without a reason.</summary>
    /// <param name="rootActivity">The root of its activities.</param>
    protected internal static string? GetSuspendOrTerminateInfo(Activity rootActivity)
    {
        ArgumentNullException.ThrowIfNull(rootActivity);
        return SavedStatus.InfoOf(rootActivity);
    }
}
