namespace Workflow;

/// <summary>An activity that schedules other activities, waits for bookmarks, and reacts to faults and cancellation.</summary>
public abstract class NativeActivity : Activity
{
    /// <summary>Initializes a native activity.</summary>
    protected NativeActivity()
    {
    }

    /// <summary>Not used by a native activity: its work is <see cref="Execute"/>.</summary>
    protected sealed override Func<Activity>? Implementation
    {
        get => null;
        set => throw new NotSupportedException("A native activity has no implementation; derive from Activity to compose others.");
    }

    /// <summary>True if the activity can create bookmarks, at which the workflow waits; false by default.</summary>
    protected virtual bool CanInduceIdle => false;

    /// <summary>The type of the values with which the named bookmarks of the activity can be resumed; null, the default, for any value.</summary>
    /// <remarks>
    /// A resumption with another value fails for its caller with a <see cref="BookmarkValueException"/>, and the activity continues to wait (rule 8.9). Null
    /// is accepted if the type is a reference type or a nullable value type. An override must always return the same value and must be thread-safe.
    /// </remarks>
    protected virtual Type? BookmarkValueType => null;

    internal sealed override bool InducesIdle => CanInduceIdle;

    internal sealed override Type? ResumedWith => BookmarkValueType;

    /// <summary>Starts the work. Scheduled children run after the method has returned, the child scheduled last first (rule 1.2).</summary>
    /// <param name="context">
    /// Schedules children, and reads and writes arguments and implementation variables; not usable after the method has returned.
    /// </param>
    protected abstract void Execute(NativeActivityContext context);

    /// <summary>Called when a fault, a termination or an abort ends the activity. Exceptions from the method are ignored.</summary>
    /// <param name="context">Provides the reason. The context cannot schedule activities.</param>
    protected virtual void Abort(NativeActivityAbortContext context)
    {
    }

    /// <summary>
    /// Called when the cancellation of the activity is requested. The default cancels the children and prevents further scheduling (rule 3.2).
    /// </summary>
    /// <param name="context">Schedules and cancels children, and can mark the activity as canceled.</param>
    protected virtual void Cancel(NativeActivityContext context)
    {
        ArgumentNullException.ThrowIfNull(context);
        context.BeginDefaultCancellation();
    }

    /// <summary>Not used by a native activity.</summary>
    /// <param name="metadata">Collects the declarations.</param>
    protected sealed override void CacheMetadata(ActivityMetadata metadata) => throw new NotSupportedException();

    /// <summary>Declares arguments, variables, children and delegates. The default declares those in the public properties (rule 12.7).</summary>
    /// <param name="metadata">Collects the declarations.</param>
    protected virtual void CacheMetadata(NativeActivityMetadata metadata) => metadata.Declaration.Reflect(this, ReflectedParts.Native);

    internal sealed override ActivityKind Kind => ActivityKind.Native;

    internal sealed override void Declare(ActivityDeclaration declaration) => CacheMetadata(new NativeActivityMetadata(declaration));

    internal sealed override void RunNative(NativeActivityContext context) => Execute(context);

    internal sealed override void CancelNative(NativeActivityContext context) => Cancel(context);

    internal sealed override void AbortNative(NativeActivityAbortContext context) => Abort(context);
}
