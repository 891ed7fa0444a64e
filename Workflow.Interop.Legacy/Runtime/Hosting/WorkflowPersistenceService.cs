using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>
/// Saves and loads workflow instances. A runtime has at most one such service, which must be added before the runtime is started. The runtime calls the methods
/// on the thread that runs the instance, one at a time for each instance. They return when the work is done, or has been added to
/// <see cref="WorkflowEnvironment.WorkBatch"/>, which the runtime commits next.
/// </summary>
public abstract class WorkflowPersistenceService : WorkflowRuntimeService
{
    /// <summary>
    /// The types of workflows that can be loaded before this runtime has created an instance of them. Empty by default. Saved state can name only these types,
    /// the types in their assemblies, and the types of an <see cref="ComponentModel.Compiler.ITypeProvider"/> of the runtime. Add types before the runtime is
    /// started.
    /// </summary>
    public ICollection<Type> WorkflowTypes { get; } = [];

    /// <summary>Saves an instance. An instance that has completed or was terminated is not loaded again.</summary>
    /// <param name="rootActivity">The root activity of the instance, for the static methods of this class.</param>
    /// <param name="unlock">True to release the instance for other runtimes after the save.</param>
    protected internal abstract void SaveWorkflowInstanceState(Activity rootActivity, bool unlock);

    /// <summary>Releases an instance for other runtimes, in its last saved state.</summary>
    /// <param name="rootActivity">The root activity of the instance.</param>
    protected internal abstract void UnlockWorkflowInstanceState(Activity rootActivity);

    /// <summary>Loads an instance, and prevents other runtimes from loading it.</summary>
    /// <param name="instanceId">The id of the instance.</param>
    /// <returns>The root activity of the instance, from <see cref="RestoreFromDefaultSerializedForm"/>.</returns>
    /// <exception cref="InvalidOperationException">There is no such instance, or it has ended.</exception>
    /// <exception cref="WorkflowOwnershipException">Another runtime has the instance.</exception>
    /// <exception cref="PersistenceException">The instance cannot be loaded.</exception>
    protected internal abstract Activity LoadWorkflowInstanceState(Guid instanceId);

    /// <summary>Not called by the runtime: completed contexts are saved with their instance.</summary>
    /// <param name="activity">The root activity of the context.</param>
    protected internal abstract void SaveCompletedContextActivity(Activity activity);

    /// <summary>Not called by the runtime: completed contexts are saved with their instance.</summary>
    /// <param name="scopeId">The id of the context.</param>
    /// <param name="outerActivity">The activity that has the context.</param>
    protected internal abstract Activity LoadCompletedContextActivity(Guid scopeId, Activity outerActivity);

    /// <summary>Returns true if an instance must be saved and unloaded whenever it is idle.</summary>
    /// <param name="activity">The root activity of the instance.</param>
    protected internal abstract bool UnloadOnIdle(Activity activity);

    /// <summary>
    /// Prepares a transaction in which the instance will be saved: performs what must not wait for its end. Called before the transaction begins.
    /// </summary>
    /// <param name="rootActivity">The root activity of the instance.</param>
    internal virtual void PrepareTransaction(Activity rootActivity)
    {
    }

    /// <summary>
    /// Writes an instance as bytes. Call this method in <see cref="SaveWorkflowInstanceState"/>. The bytes are not compressed and contain no definition.
    /// </summary>
    /// <param name="activity">The root activity of the instance.</param>
    /// <exception cref="InvalidOperationException">The activity is not the root of an instance.</exception>
    /// <exception cref="PersistenceException">A value cannot be saved; the message names the activity and the member.</exception>
    protected static byte[] GetDefaultSerializedForm(Activity activity)
    {
        ArgumentNullException.ThrowIfNull(activity);
        try
        {
            return InstanceSnapshot.Write(activity);
        }
        catch (Exception exception)
        {
            throw new PersistenceException(exception.Message, exception);
        }
    }

    /// <summary>
    /// Creates an instance from the bytes of <see cref="GetDefaultSerializedForm"/>. Call this method in <see cref="LoadWorkflowInstanceState"/>.
    /// </summary>
    /// <param name="activityBytes">The bytes.</param>
    /// <param name="outerActivity">Must be null, because completed contexts are saved with their instance.</param>
    /// <returns>The root activity of the instance.</returns>
    /// <exception cref="ArgumentException">The outer activity is not null.</exception>
    /// <exception cref="PersistenceException">The bytes are damaged, or do not fit the workflow.</exception>
    protected static Activity RestoreFromDefaultSerializedForm(byte[] activityBytes, Activity? outerActivity)
    {
        ArgumentNullException.ThrowIfNull(activityBytes);
        if (outerActivity is not null)
        {
            throw new ArgumentException(
                $"Saved state cannot be read into '{outerActivity.QualifiedName}'; pass null, because contexts are saved with their instance.",
                nameof(outerActivity));
        }

        try
        {
            return InstanceSnapshot.Read(activityBytes);
        }
        catch (Exception exception)
        {
            throw new PersistenceException(exception.Message, exception);
        }
    }

    /// <summary>Returns the status of an instance that is being saved.</summary>
    /// <param name="rootActivity">The root activity of the instance.</param>
    protected internal static WorkflowStatus GetWorkflowStatus(Activity rootActivity)
    {
        ArgumentNullException.ThrowIfNull(rootActivity);
        return SavedStatus.StatusOf(rootActivity);
    }

    /// <summary>Returns true if an instance that is being saved waits for events or timers; false if it has steps to run.</summary>
    /// <param name="rootActivity">The root activity of the instance.</param>
    protected internal static bool GetIsBlocked(Activity rootActivity)
    {
        ArgumentNullException.ThrowIfNull(rootActivity);
        return SavedStatus.IsBlocked(rootActivity);
    }

    /// <summary>
    /// Returns the reason why an instance that is being saved is suspended or was terminated; null if it is neither, or if there is no reason.
    /// </summary>
    /// <param name="rootActivity">The root activity of the instance.</param>
    protected internal static string? GetSuspendOrTerminateInfo(Activity rootActivity)
    {
        ArgumentNullException.ThrowIfNull(rootActivity);
        return SavedStatus.InfoOf(rootActivity);
    }
}
