using System.Collections.ObjectModel;
using Workflow.Data;
using Workflow.Tracking;

namespace Workflow;

/// <summary>The context of a native activity. It schedules and cancels children, creates bookmarks and aborts the workflow.</summary>
/// <inheritdoc cref="ActivityContext" path="/remarks"/>
public partial class NativeActivityContext : ActivityContext
{
    internal NativeActivityContext(ActivityInstance instance)
        : base(instance)
    {
    }

    /// <summary>True if the cancellation of this activity was requested. Children do not inherit the request (rule 3.1).</summary>
    public bool IsCancellationRequested => Current.IsCancellationRequested;

    /// <summary>The bookmark scope that every workflow instance has; initially without an id (rule 8.6).</summary>
    public BookmarkScope DefaultBookmarkScope => Port.BookmarkPort.DefaultScope;

    /// <summary>The execution properties that are visible to this activity, to which it can add properties for its descendants (rule 9).</summary>
    public ExecutionProperties Properties
    {
        get
        {
            ThrowIfDisposed();
            return new ExecutionProperties(this);
        }
    }

    /// <summary>The work that continues after the root has ended; null if no activity has set it (rule 11.1).</summary>
    internal RootContinuation? RootContinuation
    {
        get => Port.Scopes.RootContinuation;
        set => Port.Scopes.RootContinuation = value;
    }

    /// <summary>The state of the secondary root that this instance is or that is its ancestor; null below the workflow's root.</summary>
    internal object? RootState => Port.Scopes.StateOf(Instance);

    /// <summary>Reads an implementation variable of this activity.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="variable">The variable.</param>
    /// <returns>The value.</returns>
    public T GetValue<T>(Variable<T> variable)
    {
        ArgumentNullException.ThrowIfNull(variable);
        return Location<T>.Read(LocationOf(variable));
    }

    /// <summary>Reads an implementation variable of this activity.</summary>
    /// <param name="variable">The variable.</param>
    /// <returns>The value, boxed if its type is a value type.</returns>
    public object? GetValue(Variable variable)
    {
        ArgumentNullException.ThrowIfNull(variable);
        return LocationOf(variable).Value;
    }

    /// <summary>Writes an implementation variable of this activity.</summary>
    /// <typeparam name="T">The type of the value.</typeparam>
    /// <param name="variable">The variable.</param>
    /// <param name="value">The value.</param>
    public void SetValue<T>(Variable<T> variable, T value)
    {
        ArgumentNullException.ThrowIfNull(variable);
        Location<T>.Write(WritableLocationOf(variable), value);
    }

    /// <summary>Writes an implementation variable of this activity.</summary>
    /// <param name="variable">The variable.</param>
    /// <param name="value">The value.</param>
    public void SetValue(Variable variable, object? value)
    {
        ArgumentNullException.ThrowIfNull(variable);
        WritableLocationOf(variable).Value = value;
    }

    /// <summary>Requests the cancellation of all children, of the child scheduled last first.</summary>
    public void CancelChildren() => Port.CancelChildren(Instance);

    /// <summary>Requests the cancellation of a child. The call is ignored if the child has completed or its cancellation was already requested.</summary>
    /// <param name="activityInstance">The child.</param>
    /// <exception cref="InvalidOperationException">The instance is not a direct child.</exception>
    public void CancelChild(ActivityInstance activityInstance)
    {
        ArgumentNullException.ThrowIfNull(activityInstance);
        Port.CancelChild(Instance, activityInstance);
    }

    /// <summary>Returns the children that have not completed, in scheduling order.</summary>
    /// <returns>A snapshot.</returns>
    public ReadOnlyCollection<ActivityInstance> GetChildren() => new([.. Port.GetChildren(Instance)]);

    /// <inheritdoc cref="AbortChildInstance(ActivityInstance, Exception)"/>
    public void AbortChildInstance(ActivityInstance activity) => AbortChildInstance(activity, null);

    /// <summary>
    /// Aborts a child and all its descendants at once, without fault handlers. The child is <see cref="ActivityInstanceState.Faulted"/> when the method
    /// returns; its completion callback runs afterwards (rule 6.2).
    /// </summary>
    /// <param name="activity">The child. A child that has completed is ignored.</param>
    /// <param name="reason">The reason for <c>Abort</c> overrides; may be null.</param>
    /// <exception cref="InvalidOperationException">The instance is not a direct child.</exception>
    public void AbortChildInstance(ActivityInstance activity, Exception? reason)
    {
        ArgumentNullException.ThrowIfNull(activity);
        Port.AbortChild(Instance, activity, reason);
    }

    /// <summary>Aborts the workflow after the running method has returned (rule 6.1).</summary>
    public void Abort() => Port.Abort(null);

    /// <summary>Aborts the workflow after the running method has returned (rule 6.1).</summary>
    /// <param name="reason">The reason; may be null.</param>
    public void Abort(Exception? reason) => Port.Abort(reason);

    /// <summary>Sets the final state of the activity to <see cref="ActivityInstanceState.Canceled"/>. The activity still completes its work.</summary>
    /// <exception cref="InvalidOperationException">No cancellation was requested (rule 3.4).</exception>
    public void MarkCanceled() => Port.MarkCanceled(Instance);

    /// <summary>Creates a numbered bookmark without a callback. A resumption only checks whether this activity is complete.</summary>
    /// <returns>The bookmark. Only this object can be used to resume it.</returns>
    public Bookmark CreateBookmark() => Port.BookmarkPort.Create(Instance, string.Empty, null, BookmarkOptions.None);

    /// <inheritdoc cref="CreateBookmark(BookmarkCallback, BookmarkOptions)"/>
    public Bookmark CreateBookmark(BookmarkCallback? callback) => CreateBookmark(callback, BookmarkOptions.None);

    /// <summary>Creates a numbered bookmark.</summary>
    /// <param name="callback">Called for each resumption. If null, a resumption only checks whether this activity is complete.</param>
    /// <param name="options">Options for the resumption of the bookmark and for the completion of the activity.</param>
    /// <returns>The bookmark. Only this object can be used to resume it.</returns>
    public Bookmark CreateBookmark(BookmarkCallback? callback, BookmarkOptions options) =>
        Port.BookmarkPort.Create(Instance, string.Empty, callback, options);

    /// <summary>Creates a named bookmark without a callback. A resumption only checks whether this activity is complete.</summary>
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
    /// <param name="callback">Called for each resumption.</param>
    /// <param name="options">Options for the resumption of the bookmark and for the completion of the activity.</param>
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

    /// <summary>Creates a named bookmark in a scope. Only a host that resumes bookmarks by scope can resume it (rule 8.6).</summary>
    /// <param name="name">The name, unique in the scope (ordinal).</param>
    /// <param name="callback">Called for each resumption.</param>
    /// <param name="scope">A scope of this instance, or an object that represents one.</param>
    /// <param name="options">Options for the resumption of the bookmark and for the completion of the activity.</param>
    /// <returns>The bookmark.</returns>
    /// <exception cref="InvalidOperationException">
    /// The name is in use in the scope, the scope does not belong to this instance, or the activity does not override <c>CanInduceIdle</c> as true.
    /// </exception>
    public Bookmark CreateBookmark(string name, BookmarkCallback callback, BookmarkScope scope, BookmarkOptions options)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        ArgumentNullException.ThrowIfNull(callback);
        ArgumentNullException.ThrowIfNull(scope);
        return Port.BookmarkPort.Create(Instance, name, callback, options, scope);
    }

    /// <summary>Removes all bookmarks of this activity, also those in scopes.</summary>
    public void RemoveAllBookmarks() => Port.BookmarkPort.RemoveAll(Instance);

    /// <summary>Removes a bookmark of this activity that is not in a scope.</summary>
    /// <param name="name">The name.</param>
    /// <returns>False if there is no bookmark with the name.</returns>
    /// <exception cref="InvalidOperationException">Another activity created the bookmark.</exception>
    public bool RemoveBookmark(string name)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        return Port.BookmarkPort.Remove(Instance, name);
    }

    /// <summary>Removes a bookmark of this activity that is in a scope.</summary>
    /// <param name="name">The name.</param>
    /// <param name="scope">The scope.</param>
    /// <returns>False if the scope does not exist or has no bookmark with the name.</returns>
    /// <exception cref="InvalidOperationException">Another activity created the bookmark.</exception>
    public bool RemoveBookmark(string name, BookmarkScope scope)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        ArgumentNullException.ThrowIfNull(scope);
        return Port.BookmarkPort.Remove(Instance, name, scope);
    }

    /// <summary>Removes a bookmark of this activity.</summary>
    /// <param name="bookmark">The bookmark.</param>
    /// <returns>False if the bookmark is not outstanding.</returns>
    /// <exception cref="InvalidOperationException">Another activity created the bookmark.</exception>
    public bool RemoveBookmark(Bookmark bookmark)
    {
        ArgumentNullException.ThrowIfNull(bookmark);
        return Port.BookmarkPort.Remove(Instance, bookmark);
    }

    /// <summary>Resumes a bookmark of this workflow instance that is not in a scope. The callback runs after all queued work (rule 8.3).</summary>
    /// <param name="bookmark">The bookmark.</param>
    /// <param name="value">The value for the callback.</param>
    /// <returns>The result, which is <see cref="BookmarkResumptionResult.Success"/> if the callback will run (rule 8.4).</returns>
    /// <exception cref="BookmarkValueException">The activity of the bookmark expects a value of another type (rule 8.9). It continues to wait.</exception>
    public BookmarkResumptionResult ResumeBookmark(Bookmark bookmark, object? value)
    {
        ArgumentNullException.ThrowIfNull(bookmark);
        return Port.BookmarkPort.Resume(bookmark, value);
    }

    /// <summary>Schedules a child. It runs after the running method has returned, the child scheduled last first (rule 1.2).</summary>
    /// <param name="activity">A declared child of this activity.</param>
    /// <returns>The instance of the child.</returns>
    /// <exception cref="ArgumentException">The activity is not part of this tree.</exception>
    /// <exception cref="InvalidOperationException">The activity is not a direct child, or is the handler of a delegate.</exception>
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

    /// <summary>Schedules a child. It runs after the running method has returned, the child scheduled last first (rule 1.2).</summary>
    /// <param name="activity">A declared child of this activity.</param>
    /// <param name="onCompleted">Called when the child has completed. If null, only the completion of this activity is checked again (rule 1.6).</param>
    /// <param name="onFaulted">Called when an exception leaves the child. If null, the exception propagates to the parent.</param>
    /// <param name="argumentValueOverrides">Values for in and in-out arguments, which replace their expressions; null for none.</param>
    /// <returns>The instance of the child.</returns>
    /// <exception cref="ArgumentException">
    /// The activity is not part of this tree, or a callback is neither static nor a method of this activity (rule 1.10).
    /// </exception>
    /// <exception cref="InvalidOperationException">The activity is not a direct child, or is the handler of a delegate.</exception>
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
    /// <param name="onCompleted">Called with the result when the child has completed. If null, only the completion of this activity is checked again.</param>
    /// <param name="onFaulted">Called when an exception leaves the child. If null, the exception propagates to the parent.</param>
    /// <returns>The instance of the child.</returns>
    public ActivityInstance ScheduleActivity<TResult>(
        Activity<TResult> activity, CompletionCallback<TResult>? onCompleted = null, FaultCallback? onFaulted = null)
    {
        ArgumentNullException.ThrowIfNull(activity);
        return Port.Schedule(Current, activity, onCompleted is null ? CompletionKind.None : CompletionKind.Result, onCompleted, onFaulted, null);
    }

    /// <summary>Schedules the handler of a delegate. A delegate without a handler completes at once, and its callback is called (rule 13.1).</summary>
    /// <param name="activityDelegate">A declared delegate of this activity.</param>
    /// <param name="inputParameters">The in parameters by name. Their number, names and types must match the delegate.</param>
    /// <param name="onCompleted">
    /// Called with the out arguments when the handler has completed. If null, only the completion of this activity is checked again.
    /// </param>
    /// <param name="onFaulted">Called when an exception leaves the handler. If null, the exception propagates to the parent.</param>
    /// <returns>The instance of the handler.</returns>
    /// <exception cref="ArgumentException">The parameters do not match the delegate (rule 13.2).</exception>
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

    /// <summary>Requests a save of the instance as soon as the instance can be saved. This activity waits for the save (rule 7.3).</summary>
    internal void RequestSave() => Port.Scopes.RequestSave(Instance);

    /// <summary>Schedules an activity of this tree as an instance without a parent (rule 11.1).</summary>
    /// <param name="activity">An activity that is declared anywhere in the tree.</param>
    /// <param name="scope">The captured environment in which the activity runs.</param>
    /// <param name="state">The value of <see cref="RootState"/> in the context of the activity.</param>
    internal ActivityInstance ScheduleSecondaryRoot(Activity activity, LocationEnvironment? scope, object? state) =>
        Port.Scopes.ScheduleSecondaryRoot(Instance, activity, scope, state);

    /// <summary>Captures the environment of this activity and its outer environments, for handlers that run after the activity has ended.</summary>
    internal LocationEnvironment? CaptureEnvironment()
    {
        Current.Environment?.Capture();
        return Instance.Environment;
    }

    /// <summary>Sends a record to the tracking participants of the host. Without participants the record is not sent and not changed.</summary>
    /// <param name="record">The record, which receives the id of the instance, this activity and the time by the clock of the instance.</param>
    /// <exception cref="ArgumentNullException">The record is null.</exception>
    public void Track(CustomTrackingRecord record)
    {
        ArgumentNullException.ThrowIfNull(record);
        Port.Track(Instance, record);
    }

    internal BookmarkScope CreateBookmarkScope(Guid id) => Port.BookmarkPort.CreateScope(id);

    internal void DeleteBookmarkScope(BookmarkScope scope) => Port.BookmarkPort.DeleteScope(scope);

    /// <summary>Performs the default cancellation (rule 3.2).</summary>
    internal void BeginDefaultCancellation() => Port.BeginDefaultCancellation(Instance);

    /// <summary>Terminates the workflow after the running method has returned (rule 6.1).</summary>
    internal void Terminate(Exception reason) => Port.Terminate(reason);

    private ActivityInstance ScheduleTyped(ActivityDelegate activityDelegate, bool hasResult, Delegate? onCompleted, FaultCallback? onFaulted)
    {
        CompletionKind kind = onCompleted is null ? CompletionKind.None : hasResult ? CompletionKind.DelegateResult : CompletionKind.Plain;
        return Port.ScheduleDelegate(Current, activityDelegate, kind, onCompleted, onFaulted);
    }
}
