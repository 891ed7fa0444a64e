using System.Collections.ObjectModel;
using Workflow.Data;
using Workflow.Tracking;

namespace Workflow;

/// <summary>What a native activity sees of the run it is part of: it schedules, waits, cancels and aborts through it.</summary>
/// <inheritdoc cref="ActivityContext" path="/remarks"/>
public partial class NativeActivityContext : ActivityContext
{
    internal NativeActivityContext(ExecutionPort port, ActivityInstance instance)
        : base(port, instance)
    {
    }

    /// <summary>Whether this activity was asked to cancel; not inherited by children (rule 3.1).</summary>
    public bool IsCancellationRequested => Current.IsCancellationRequested;

    /// <summary>The bookmark scope that every workflow instance has; without an id at first (rule 8.6).</summary>
    public BookmarkScope DefaultBookmarkScope => Port.BookmarkPort.DefaultScope;

    /// <summary>The execution properties that this activity sees, and adds for all below it (rule 9).</summary>
    public ExecutionProperties Properties
    {
        get
        {
            ThrowIfDisposed();
            return new ExecutionProperties(this);
        }
    }

    /// <summary>Goes on after the root has ended; null when no activity asked for it (rule 11.1).</summary>
    internal RootFollower? Follower
    {
        get => Port.Scopes.Follower;
        set => Port.Scopes.Follower = value;
    }

    /// <summary>What this secondary root, or the one around this activity, was scheduled with; null below the workflow's root.</summary>
    internal object? RootState => Port.Scopes.StateOf(Instance);

    /// <summary>Reads an own implementation variable.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="variable">The variable.</param>
    /// <returns>The value.</returns>
    public T GetValue<T>(Variable<T> variable)
    {
        ArgumentNullException.ThrowIfNull(variable);
        return Location<T>.Read(LocationOf(variable));
    }

    /// <summary>Reads an own implementation variable.</summary>
    /// <param name="variable">The variable.</param>
    /// <returns>The value, boxed when it is a value type.</returns>
    public object? GetValue(Variable variable)
    {
        ArgumentNullException.ThrowIfNull(variable);
        return LocationOf(variable).Value;
    }

    /// <summary>Writes an own implementation variable.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="variable">The variable.</param>
    /// <param name="value">The value.</param>
    public void SetValue<T>(Variable<T> variable, T value)
    {
        ArgumentNullException.ThrowIfNull(variable);
        Location<T>.Write(WritableLocationOf(variable), value);
    }

    /// <summary>Writes an own implementation variable.</summary>
    /// <param name="variable">The variable.</param>
    /// <param name="value">The value.</param>
    public void SetValue(Variable variable, object? value)
    {
        ArgumentNullException.ThrowIfNull(variable);
        WritableLocationOf(variable).Value = value;
    }

    /// <summary>Asks every child to cancel, the last scheduled first.</summary>
    public void CancelChildren() => Port.CancelChildren(Instance);

    /// <summary>Asks a child to cancel; one that completed or was already asked is left alone.</summary>
    /// <param name="activityInstance">The child.</param>
    /// <exception cref="InvalidOperationException">It is not a direct child.</exception>
    public void CancelChild(ActivityInstance activityInstance)
    {
        ArgumentNullException.ThrowIfNull(activityInstance);
        Port.CancelChild(Instance, activityInstance);
    }

    /// <summary>The children that have not completed, in scheduling order.</summary>
    /// <returns>A snapshot.</returns>
    public ReadOnlyCollection<ActivityInstance> GetChildren() => new([.. Port.GetChildren(Instance)]);

    /// <inheritdoc cref="AbortChildInstance(ActivityInstance, Exception)"/>
    public void AbortChildInstance(ActivityInstance activity) => AbortChildInstance(activity, null);

    /// <summary>Tears a child and all below it down at once, without fault handlers; it is <see cref="ActivityInstanceState.Faulted"/> on return and its completion callback follows (rule 6.2).</summary>
    /// <param name="activity">The child; one that completed is left alone.</param>
    /// <param name="reason">What <c>Abort</c> overrides are told; may be null.</param>
    /// <exception cref="InvalidOperationException">It is not a direct child.</exception>
    public void AbortChildInstance(ActivityInstance activity, Exception? reason)
    {
        ArgumentNullException.ThrowIfNull(activity);
        Port.AbortChild(Instance, activity, reason);
    }

    /// <summary>Aborts the workflow once the running method returned (rule 6.1).</summary>
    public void Abort() => Port.Abort(null);

    /// <summary>Aborts the workflow once the running method returned (rule 6.1).</summary>
    /// <param name="reason">Why; null is allowed.</param>
    public void Abort(Exception? reason) => Port.Abort(reason);

    /// <summary>Makes the activity end <see cref="ActivityInstanceState.Canceled"/>; it goes on all the same.</summary>
    /// <exception cref="InvalidOperationException">Nobody asked it to cancel (rule 3.4).</exception>
    public void MarkCanceled() => Port.MarkCanceled(Instance);

    /// <summary>Creates a numbered bookmark without a callback: resuming it only wakes this activity.</summary>
    /// <returns>The bookmark; resumed by this object only.</returns>
    public Bookmark CreateBookmark() => Port.BookmarkPort.Create(Instance, string.Empty, null, BookmarkOptions.None);

    /// <inheritdoc cref="CreateBookmark(BookmarkCallback, BookmarkOptions)"/>
    public Bookmark CreateBookmark(BookmarkCallback? callback) => CreateBookmark(callback, BookmarkOptions.None);

    /// <summary>Creates a numbered bookmark.</summary>
    /// <param name="callback">Called with each resumption; null: it only wakes this activity.</param>
    /// <param name="options">How it may be resumed and whether it keeps the activity executing.</param>
    /// <returns>The bookmark; resumed by this object only.</returns>
    public Bookmark CreateBookmark(BookmarkCallback? callback, BookmarkOptions options) =>
        Port.BookmarkPort.Create(Instance, string.Empty, callback, options);

    /// <summary>Creates a named bookmark without a callback: resuming it only wakes this activity.</summary>
    /// <param name="name">The name, unique in the workflow instance (ordinal).</param>
    /// <returns>The bookmark.</returns>
    public Bookmark CreateBookmark(string name)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        return Port.BookmarkPort.Create(Instance, name, null, BookmarkOptions.None);
    }

    /// <inheritdoc cref="CreateBookmark(string, BookmarkCallback, BookmarkOptions)"/>
    public Bookmark CreateBookmark(string name, BookmarkCallback callback) => CreateBookmark(name, callback, BookmarkOptions.None);

    /// <summary>Creates a named bookmark, at which this activity waits.</summary>
    /// <param name="name">The name, unique in the workflow instance (ordinal).</param>
    /// <param name="callback">Called with each resumption.</param>
    /// <param name="options">How it may be resumed and whether it keeps the activity executing.</param>
    /// <returns>The bookmark.</returns>
    /// <exception cref="InvalidOperationException">The name is in use, or the activity does not override <c>CanInduceIdle</c> as true.</exception>
    public Bookmark CreateBookmark(string name, BookmarkCallback callback, BookmarkOptions options)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        ArgumentNullException.ThrowIfNull(callback);
        return Port.BookmarkPort.Create(Instance, name, callback, options);
    }

    /// <inheritdoc cref="CreateBookmark(string, BookmarkCallback, BookmarkScope, BookmarkOptions)"/>
    public Bookmark CreateBookmark(string name, BookmarkCallback callback, BookmarkScope scope) =>
        CreateBookmark(name, callback, scope, BookmarkOptions.None);

    /// <summary>Creates a named bookmark in a scope, at which this activity waits. Only a host that resumes by scope can resume it (rule 8.6).</summary>
    /// <param name="name">The name, unique in the scope (ordinal).</param>
    /// <param name="callback">Called with each resumption.</param>
    /// <param name="scope">A scope of this instance, or an object that stands for one.</param>
    /// <param name="options">How it may be resumed and whether it keeps the activity executing.</param>
    /// <returns>The bookmark.</returns>
    /// <exception cref="InvalidOperationException">
    /// The name is in use in the scope, the scope is not one of this instance, or the activity does not override <c>CanInduceIdle</c> as true.
    /// </exception>
    public Bookmark CreateBookmark(string name, BookmarkCallback callback, BookmarkScope scope, BookmarkOptions options)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        ArgumentNullException.ThrowIfNull(callback);
        ArgumentNullException.ThrowIfNull(scope);
        return Port.BookmarkPort.Create(Instance, name, callback, options, scope);
    }

    /// <summary>Removes all bookmarks of this activity, those in scopes too.</summary>
    public void RemoveAllBookmarks() => Port.BookmarkPort.RemoveAll(Instance);

    /// <summary>Removes a bookmark of this activity that is in no scope.</summary>
    /// <param name="name">The name.</param>
    /// <returns>False when there is none of that name.</returns>
    /// <exception cref="InvalidOperationException">Another activity created it.</exception>
    public bool RemoveBookmark(string name)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        return Port.BookmarkPort.Remove(Instance, name);
    }

    /// <summary>Removes a bookmark of this activity that is in a scope.</summary>
    /// <param name="name">The name.</param>
    /// <param name="scope">The scope.</param>
    /// <returns>False when there is none of that name in the scope, or no such scope.</returns>
    /// <exception cref="InvalidOperationException">Another activity created it.</exception>
    public bool RemoveBookmark(string name, BookmarkScope scope)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        ArgumentNullException.ThrowIfNull(scope);
        return Port.BookmarkPort.Remove(Instance, name, scope);
    }

    /// <summary>Removes a bookmark of this activity.</summary>
    /// <param name="bookmark">The bookmark.</param>
    /// <returns>False when it is not outstanding.</returns>
    /// <exception cref="InvalidOperationException">Another activity created it.</exception>
    public bool RemoveBookmark(Bookmark bookmark)
    {
        ArgumentNullException.ThrowIfNull(bookmark);
        return Port.BookmarkPort.Remove(Instance, bookmark);
    }

    /// <summary>Resumes a bookmark of this workflow instance that is in no scope; its callback runs after everything already queued (rule 8.3).</summary>
    /// <param name="bookmark">The bookmark.</param>
    /// <param name="value">What the callback gets.</param>
    /// <returns>Whether it was outstanding.</returns>
    public BookmarkResumptionResult ResumeBookmark(Bookmark bookmark, object? value)
    {
        ArgumentNullException.ThrowIfNull(bookmark);
        return Port.BookmarkPort.Resume(bookmark, value);
    }

    /// <summary>Schedules a child; it runs after the running method returned, the last scheduled first (rule 1.2).</summary>
    /// <param name="activity">A declared child of this activity.</param>
    /// <returns>The child's run.</returns>
    /// <exception cref="ArgumentException">The activity is not part of this tree.</exception>
    /// <exception cref="InvalidOperationException">The activity is not a direct child, or is a delegate's handler.</exception>
    public ActivityInstance ScheduleActivity(Activity activity) => ScheduleActivity(activity, null, null, null);

    /// <inheritdoc cref="ScheduleActivity(Activity, CompletionCallback, FaultCallback, IDictionary{string, object})"/>
    public ActivityInstance ScheduleActivity(Activity activity, CompletionCallback? onCompleted)
    {
        ArgumentNullException.ThrowIfNull(activity);
        return Port.Schedule(Current, activity, onCompleted is null ? CompletionKind.None : CompletionKind.Plain, onCompleted, null, null);
    }

    /// <inheritdoc cref="ScheduleActivity(Activity, CompletionCallback, FaultCallback, IDictionary{string, object})"/>
    public ActivityInstance ScheduleActivity(Activity activity, FaultCallback? onFaulted) => ScheduleActivity(activity, null, onFaulted, null);

    /// <inheritdoc cref="ScheduleActivity(Activity, CompletionCallback, FaultCallback, IDictionary{string, object})"/>
    public ActivityInstance ScheduleActivity(Activity activity, CompletionCallback? onCompleted, FaultCallback? onFaulted) =>
        ScheduleActivity(activity, onCompleted, onFaulted, null);

    /// <summary>Schedules a child; it runs after the running method returned, the last scheduled first (rule 1.2).</summary>
    /// <param name="activity">A declared child of this activity.</param>
    /// <param name="onCompleted">Called when it completed; null: this activity is only looked at again (rule 1.6).</param>
    /// <param name="onFaulted">Called when an exception leaves it; null: the exception goes on upwards.</param>
    /// <param name="argumentValueOverrides">Values for in and in-out arguments, used instead of their expressions; null: none.</param>
    /// <returns>The child's run.</returns>
    /// <exception cref="ArgumentException">The activity is not part of this tree, or a callback is neither static nor a method of this activity (rule 1.10).</exception>
    /// <exception cref="InvalidOperationException">The activity is not a direct child, or is a delegate's handler.</exception>
    public ActivityInstance ScheduleActivity(
        Activity activity, CompletionCallback? onCompleted, FaultCallback? onFaulted, IDictionary<string, object?>? argumentValueOverrides)
    {
        ArgumentNullException.ThrowIfNull(activity);
        CompletionKind kind = onCompleted is null ? CompletionKind.None : CompletionKind.Plain;
        return Port.Schedule(Current, activity, kind, onCompleted, onFaulted, argumentValueOverrides);
    }

    /// <summary>Schedules a child with a result.</summary>
    /// <typeparam name="TResult">The type of the result.</typeparam>
    /// <param name="activity">A declared child of this activity.</param>
    /// <param name="onCompleted">Called with the result when it completed; null: this activity is only looked at again.</param>
    /// <param name="onFaulted">Called when an exception leaves it; null: the exception goes on upwards.</param>
    /// <returns>The child's run.</returns>
    public ActivityInstance ScheduleActivity<TResult>(
        Activity<TResult> activity, CompletionCallback<TResult>? onCompleted = null, FaultCallback? onFaulted = null)
    {
        ArgumentNullException.ThrowIfNull(activity);
        return Port.Schedule(Current, activity, onCompleted is null ? CompletionKind.None : CompletionKind.Result, onCompleted, onFaulted, null);
    }

    /// <summary>Schedules a delegate's handler. A delegate without handler completes at once, and the callback is called all the same (rule 13.1).</summary>
    /// <param name="activityDelegate">A declared delegate of this activity.</param>
    /// <param name="inputParameters">The in parameters by name; count, names and types must fit.</param>
    /// <param name="onCompleted">Called with the out arguments when it completed; null: this activity is only looked at again.</param>
    /// <param name="onFaulted">Called when an exception leaves it; null: the exception goes on upwards.</param>
    /// <returns>The handler's run.</returns>
    /// <exception cref="ArgumentException">The parameters do not fit (rule 13.2).</exception>
    public ActivityInstance ScheduleDelegate(
        ActivityDelegate activityDelegate,
        IDictionary<string, object?>? inputParameters,
        DelegateCompletionCallback? onCompleted = null,
        FaultCallback? onFaulted = null)
    {
        ArgumentNullException.ThrowIfNull(activityDelegate);
        activityDelegate.CheckInputs(inputParameters);
        CompletionKind kind = onCompleted is null ? CompletionKind.None : CompletionKind.DelegateOutputs;
        ActivityInstance instance = Port.ScheduleDelegate(Current, activityDelegate, kind, onCompleted, onFaulted);
        activityDelegate.FillInputs(instance.DelegateArguments, inputParameters);
        return instance;
    }

    internal void EnterNoPersist(ActivityInstance zone) => Port.Scopes.EnterNoPersist(zone);

    internal void ExitNoPersist(ActivityInstance zone) => Port.Scopes.ExitNoPersist(zone);

    /// <summary>Saves the instance as soon as it can be saved; this activity waits for it (rule 7.3).</summary>
    internal void RequestSave() => Port.Scopes.RequestSave(Instance);

    /// <summary>Schedules an activity of this tree as an instance without a parent (rule 11.1).</summary>
    /// <param name="activity">Declared anywhere in the tree.</param>
    /// <param name="scope">The environment that it runs under, captured before.</param>
    /// <param name="state">What its <see cref="RootState"/> is.</param>
    internal ActivityInstance ScheduleSecondaryRoot(Activity activity, LocationEnvironment? scope, object? state) =>
        Port.Scopes.ScheduleSecondaryRoot(Instance, activity, scope, state);

    /// <summary>The environment of this activity, kept alive with all around it, for handlers that run when the activity is gone.</summary>
    internal LocationEnvironment? CaptureEnvironment()
    {
        Current.Environment?.Capture();
        return Instance.Environment;
    }

    /// <summary>Hands a record over to the tracking participants of the host; without any it goes nowhere, and is left as it is.</summary>
    /// <param name="record">The record. It gets the instance's id, this activity and the time of the instance's clock.</param>
    /// <exception cref="ArgumentNullException">The record is null.</exception>
    public void Track(CustomTrackingRecord record)
    {
        ArgumentNullException.ThrowIfNull(record);
        Port.Track(Instance, record);
    }

    internal BookmarkScope CreateBookmarkScope(Guid id) => Port.BookmarkPort.CreateScope(id);

    internal void DeleteBookmarkScope(BookmarkScope scope) => Port.BookmarkPort.DeleteScope(scope);

    /// <summary>What <c>Cancel</c> does unless it is overridden (rule 3.2).</summary>
    internal void BeginDefaultCancellation() => Port.BeginDefaultCancellation(Instance);

    /// <summary>Terminates the workflow once the running method returned (rule 6.1).</summary>
    internal void Terminate(Exception reason) => Port.Terminate(reason);

    private ActivityInstance ScheduleTyped(ActivityDelegate activityDelegate, bool hasResult, Delegate? onCompleted, FaultCallback? onFaulted)
    {
        CompletionKind kind = onCompleted is null ? CompletionKind.None : hasResult ? CompletionKind.DelegateResult : CompletionKind.Plain;
        return Port.ScheduleDelegate(Current, activityDelegate, kind, onCompleted, onFaulted);
    }
}
