using System.Collections.ObjectModel;
using Workflow.Hosting;
using Workflow.Persistence;
using Workflow.Tracking;

namespace Workflow.Testing;

/// <summary>A workflow instance of a <see cref="TestHost"/>. It runs only while one of its methods, or a method of the host, is called.</summary>
/// <remarks>Not thread-safe. Await each call before the next one.</remarks>
public sealed class TestInstance
{
    private readonly TestHost _host;
    private readonly WorkflowIdentity? _identity;
    private WorkflowApplication? _application;
    private string? _suspension;

    internal TestInstance(TestHost host, Activity definition, WorkflowIdentity? identity)
    {
        _host = host;
        _identity = identity;
        Definition = definition;
        Trace = new WorkflowTrace(definition);
    }

    /// <summary>The workflow.</summary>
    public Activity Definition { get; }

    /// <summary>The id of the instance.</summary>
    public Guid Id { get; private set; }

    /// <summary>The trace of the instance so far.</summary>
    public WorkflowTrace Trace { get; }

    /// <summary>The named bookmarks at which the instance waited when it last became idle. Empty before the first run, and after the end.</summary>
    public ReadOnlyCollection<BookmarkInfo> Bookmarks { get; private set; } = ReadOnlyCollection<BookmarkInfo>.Empty;

    /// <summary>The result of the instance; null until the instance has ended.</summary>
    public WorkflowTestResult? Result { get; private set; }

    /// <summary>True if the instance is suspended: it is in the store, and does not run until <see cref="ContinueAsync"/>.</summary>
    public bool IsSuspended => _suspension is not null;

    /// <summary>The result of the instance, available even if its end was not saved; null until the instance has completed.</summary>
    internal WorkflowTestResult? Ending { get; private set; }

    /// <summary>True if the instance has ended or was aborted.</summary>
    internal bool IsOver => !IsSuspended && Application.Completion.IsCompleted;

    internal InstanceDriver Driver => new(_host, this);

    internal WorkflowApplication Application => _application ?? throw new InvalidOperationException("The instance was not started.");

    /// <summary>Runs the instance until it waits or has ended. The clock does not advance; asynchronous operations are awaited.</summary>
    /// <param name="cancellationToken">Cancels the wait for asynchronous operations.</param>
    /// <returns>A task that ends when nothing can run.</returns>
    /// <exception cref="WorkflowTestException">The instance was aborted, or an asynchronous operation did not end in time.</exception>
    public async Task RunUntilIdleAsync(CancellationToken cancellationToken = default)
    {
        if (IsSuspended)
        {
            return;
        }

        Bookmarks = await Driver.RunUntilIdleAsync(cancellationToken).ConfigureAwait(false);
        await NoteEndAsync().ConfigureAwait(false);
    }

    /// <summary>Runs the instance until it waits at a bookmark. The clock does not advance.</summary>
    /// <param name="bookmarkName">The name of the bookmark.</param>
    /// <param name="cancellationToken">Cancels the wait for asynchronous operations.</param>
    /// <returns>A task that ends when the bookmark exists and nothing can run.</returns>
    /// <exception cref="ArgumentException"><paramref name="bookmarkName"/> is null or empty.</exception>
    /// <exception cref="WorkflowTestException">The instance has ended or waits at another bookmark; the message describes its state.</exception>
    public async Task RunUntilBookmarkAsync(string bookmarkName, CancellationToken cancellationToken = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(bookmarkName);
        await RunUntilIdleAsync(cancellationToken).ConfigureAwait(false);
        if (!WaitsAt(bookmarkName))
        {
            throw Fail($"The instance does not wait at '{bookmarkName}': {WhatItWaitsFor()}.");
        }
    }

    /// <summary>Resumes a bookmark, and runs the instance until it waits again or has ended.</summary>
    /// <param name="bookmarkName">The name of the bookmark.</param>
    /// <param name="value">The value that the activity gets.</param>
    /// <param name="cancellationToken">Cancels the wait for asynchronous operations.</param>
    /// <returns>A task that ends when nothing can run.</returns>
    /// <exception cref="ArgumentException"><paramref name="bookmarkName"/> is null or empty.</exception>
    /// <exception cref="WorkflowTestException">The instance does not wait at this bookmark.</exception>
    public async Task ResumeAsync(string bookmarkName, object? value = null, CancellationToken cancellationToken = default)
    {
        if (!await TryResumeAsync(bookmarkName, value, cancellationToken).ConfigureAwait(false))
        {
            throw Fail($"The bookmark '{bookmarkName}' cannot be resumed: {WhatItWaitsFor()}.");
        }
    }

    /// <summary>Resumes a bookmark if it exists, and runs the instance until it waits again or has ended.</summary>
    /// <param name="bookmarkName">The name of the bookmark.</param>
    /// <param name="value">The value that the activity gets.</param>
    /// <param name="cancellationToken">Cancels the wait for asynchronous operations.</param>
    /// <returns>A task that returns true if the bookmark was resumed.</returns>
    /// <exception cref="ArgumentException"><paramref name="bookmarkName"/> is null or empty.</exception>
    /// <exception cref="WorkflowTestException">The instance was aborted, or an asynchronous operation did not end in time.</exception>
    public async Task<bool> TryResumeAsync(string bookmarkName, object? value = null, CancellationToken cancellationToken = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(bookmarkName);
        await RunUntilIdleAsync(cancellationToken).ConfigureAwait(false);
        if (!WaitsAt(bookmarkName))
        {
            return false;
        }

        BookmarkResumptionResult answer =
            await Driver.DriveAsync(Application.ResumeBookmarkAsync(bookmarkName, value, cancellationToken), cancellationToken).ConfigureAwait(false);
        await RunUntilIdleAsync(cancellationToken).ConfigureAwait(false);
        return answer == BookmarkResumptionResult.Success;
    }

    /// <summary>Runs the instance to its end, and skips all delays: the clock jumps from timer to timer.</summary>
    /// <param name="cancellationToken">Cancels the wait for asynchronous operations, and stops the clock.</param>
    /// <returns>A task that returns the result of the instance.</returns>
    /// <exception cref="WorkflowTestException">The instance was aborted, or waits for something that cannot happen; the message names it.</exception>
    public async Task<WorkflowTestResult> RunToEndAsync(CancellationToken cancellationToken = default)
    {
        await _host.RunUntilIdleAsync(cancellationToken).ConfigureAwait(false);
        while (Result is null)
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (_host.Time.NextTimer is not { } next)
            {
                throw Fail($"The instance waits forever: {WhatItWaitsFor()}, no timer is set, and no operation is running.");
            }

            _host.Time.TryFireNext(next);
            await _host.RunUntilIdleAsync(cancellationToken).ConfigureAwait(false);
        }

        return Result;
    }

    /// <summary>Requests cancellation, and runs the instance until it waits or has ended.</summary>
    /// <param name="cancellationToken">Cancels the wait for asynchronous operations.</param>
    /// <returns>A task that ends when nothing can run.</returns>
    /// <exception cref="WorkflowTestException">The instance was aborted, or an asynchronous operation did not end in time.</exception>
    public async Task CancelAsync(CancellationToken cancellationToken = default)
    {
        FailIfSuspended("canceled");
        await Driver.DriveAsync(Application.CancelAsync(cancellationToken), cancellationToken).ConfigureAwait(false);
        await RunUntilIdleAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Terminates the instance.</summary>
    /// <param name="reason">The reason, which becomes the message of <see cref="WorkflowTestResult.Exception"/>.</param>
    /// <param name="cancellationToken">Cancels the wait for asynchronous operations.</param>
    /// <returns>A task that ends when the instance has ended.</returns>
    /// <exception cref="ArgumentException"><paramref name="reason"/> is null or empty.</exception>
    /// <exception cref="WorkflowTestException">The instance was aborted, or an asynchronous operation did not end in time.</exception>
    public async Task TerminateAsync(string reason, CancellationToken cancellationToken = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(reason);
        FailIfSuspended("terminated");
        await Driver.DriveAsync(Application.TerminateAsync(reason, cancellationToken), cancellationToken).ConfigureAwait(false);
        await RunUntilIdleAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Saves the instance, unloads it, and loads it into a new application, as after a restart of the process.</summary>
    /// <param name="cancellationToken">Cancels the wait for asynchronous operations.</param>
    /// <returns>A task that ends when the instance is loaded and nothing can run.</returns>
    /// <exception cref="WorkflowTestException">The instance has ended, cannot be saved, or cannot be loaded; the inner exception has the reason.</exception>
    public async Task ReloadAsync(CancellationToken cancellationToken = default)
    {
        await RunUntilIdleAsync(cancellationToken).ConfigureAwait(false);
        if (Result is not null)
        {
            throw Fail("The instance has ended and cannot be reloaded.");
        }

        FailIfSuspended("reloaded");
        try
        {
            await Driver.DriveAsync(Application.UnloadAsync(cancellationToken), cancellationToken).ConfigureAwait(false);
            await LoadAsync(Id, cancellationToken).ConfigureAwait(false);
        }
        catch (InstancePersistenceException exception)
        {
            throw Fail($"The instance cannot be unloaded and loaded: {exception.Message}", exception);
        }

        await RunUntilIdleAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>
    /// Saves, suspends and unloads the instance, as an operator does. Until <see cref="ContinueAsync"/>, the instance does not run and its timers do not fire.
    /// </summary>
    /// <param name="reason">The reason, which the store keeps and failure messages contain.</param>
    /// <param name="cancellationToken">Cancels the wait for asynchronous operations.</param>
    /// <returns>A task that ends when the instance is suspended.</returns>
    /// <exception cref="ArgumentException"><paramref name="reason"/> is null or empty.</exception>
    /// <exception cref="WorkflowTestException">The instance has ended, is suspended or cannot be saved, or the store cannot suspend it.</exception>
    public async Task SuspendAsync(string reason, CancellationToken cancellationToken = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(reason);
        await RunUntilIdleAsync(cancellationToken).ConfigureAwait(false);
        if (Result is not null)
        {
            throw Fail("The instance has ended and cannot be suspended.");
        }

        FailIfSuspended("suspended");
        try
        {
            await Driver.DriveAsync(Application.SuspendAsync(reason, cancellationToken), cancellationToken).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is InstancePersistenceException or InvalidOperationException)
        {
            throw Fail($"The instance cannot be suspended: {exception.Message}", exception);
        }

        _suspension = reason;
    }

    /// <summary>Loads and runs the suspended instance. Timers that have become due meanwhile fire first; then the instance receives its messages.</summary>
    /// <param name="cancellationToken">Cancels the wait for asynchronous operations.</param>
    /// <returns>A task that ends when nothing can run.</returns>
    /// <exception cref="WorkflowTestException">The instance is not suspended, was aborted, or cannot be loaded.</exception>
    public async Task ContinueAsync(CancellationToken cancellationToken = default)
    {
        if (!IsSuspended)
        {
            throw Fail($"The instance is not suspended and cannot be continued: {WhatItWaitsFor()}.");
        }

        try
        {
            await _host.Store!.ContinueAsync(Id, cancellationToken).ConfigureAwait(false);
            _suspension = null;
            await LoadAsync(Id, cancellationToken).ConfigureAwait(false);
        }
        catch (InstancePersistenceException exception)
        {
            throw Fail($"The instance cannot be continued: {exception.Message}", exception);
        }

        await RunUntilIdleAsync(cancellationToken).ConfigureAwait(false);
    }

    internal bool WaitsAt(string bookmarkName) => !IsSuspended && Bookmarks.Any(bookmark => bookmark.BookmarkName == bookmarkName);

    internal void Start(IDictionary<string, object?>? inputs)
    {
        Use(inputs is null ? new WorkflowApplication(Definition, _identity) : new WorkflowApplication(Definition, inputs, _identity));
        Id = Application.Id;
        Application.Run();
    }

    internal async Task LoadAsync(Guid id, CancellationToken cancellationToken)
    {
        Use(new WorkflowApplication(Definition, _identity));
        await Driver.DriveAsync(Application.LoadAsync(id, cancellationToken), cancellationToken).ConfigureAwait(false);
        Id = id;
        await ReceiveMessagesAsync(cancellationToken).ConfigureAwait(false);
        Application.Run();
    }

    /// <summary>Takes over an instance that another process has left suspended in the store. The instance is not loaded until it is continued.</summary>
    internal void TakeSuspended(Guid id)
    {
        Use(new WorkflowApplication(Definition, _identity));
        (Id, _suspension) = (id, "given to another process");
    }

    /// <summary>
    /// Stores a message for the instance and delivers it, as a host does. Returns false if the store rejects the message because the instance is not in the
    /// store or has ended, unless the store has accepted the same message before.
    /// </summary>
    internal async Task<bool> TrySendAsync(Guid messageId, InstanceMessage message, CancellationToken cancellationToken)
    {
        await RunUntilIdleAsync(cancellationToken).ConfigureAwait(false);
        if (_host.Store is not ProcessStore store)
        {
            throw Fail("A message needs the store of the kit, which knows the owner of the instance; leave the store of the host null.");
        }

        try
        {
            await Driver.DriveAsync(store.SendAsync(message, cancellationToken), cancellationToken).ConfigureAwait(false);
        }
        catch (InstancePersistenceException exception) when (exception is InstanceNotReadyException or InstanceCompleteException)
        {
            // The sender may repeat a message that the store accepted before the process was lost. Such a message counts as delivered.
            return _host.Messages.WasSent(messageId);
        }

        _host.Messages.NoteSent(messageId);
        await ReceiveMessagesAsync(cancellationToken).ConfigureAwait(false);
        await RunUntilIdleAsync(cancellationToken).ConfigureAwait(false);
        return true;
    }

    /// <summary>Aborts the instance at the end of the process or of the host.</summary>
    internal void Drop() => _application?.Abort("The test host has ended.");

    /// <summary>Describes what the instance waits for, as part of a sentence.</summary>
    internal string WhatItWaitsFor()
    {
        if (Result is { } result)
        {
            return result.Exception is { } exception ? $"it ended {result.State} with '{exception.Message}'" : $"it ended {result.State}";
        }

        if (_suspension is { } reason)
        {
            return $"it is suspended with the reason '{reason}'";
        }

        string bookmarks = Bookmarks.Count == 0
            ? "it waits at no bookmark with a name"
            : $"it waits at {string.Join(", ", Bookmarks.Select(bookmark => $"'{bookmark.BookmarkName}' (of '{bookmark.OwnerDisplayName}')"))}";
        return _host.Time.NextTimer is { } timer ? $"{bookmarks}, and the next timer is due at {timer:u}" : bookmarks;
    }

    /// <summary>Creates an exception whose message contains the trace.</summary>
    internal WorkflowTestException Fail(string message, Exception? inner = null) =>
        new($"{message}{Environment.NewLine}{Trace}", inner ?? Result?.Exception);

    private void FailIfSuspended(string what)
    {
        if (IsSuspended)
        {
            throw Fail($"The instance cannot be {what}: {WhatItWaitsFor()}; continue it first.");
        }
    }

    /// <summary>Delivers the messages that wait in the store. The application ignores messages that it has received before.</summary>
    private async Task ReceiveMessagesAsync(CancellationToken cancellationToken)
    {
        if (IsSuspended || IsOver || _host.Store is not ProcessStore store || store.HolderOf(Id) is not { } owner)
        {
            return;
        }

        IReadOnlyList<StoredMessage> messages =
            await Driver.DriveAsync(store.ReceiveAsync(owner, new MessageQuery(Id, int.MaxValue), cancellationToken), cancellationToken).ConfigureAwait(false);
        if (messages.Count > 0)
        {
            Application.ReceiveMessages([.. messages.Select(message => new ReceivedMessage(message, _host.Messages.Read(message.Content)))]);
        }
    }

    private async Task NoteEndAsync()
    {
        if (Result is not null || !IsOver)
        {
            return;
        }

        try
        {
            await Application.Completion.ConfigureAwait(false);
            Result = Ending;
        }
        catch (WorkflowApplicationAbortedException exception)
        {
            throw Fail($"The instance was aborted: {(exception.InnerException ?? exception).Message}", exception);
        }
    }

    private void Use(WorkflowApplication application)
    {
        application.SynchronizationContext = _host.Scheduler;
        application.InstanceStore = _host.Store;
        application.Completed = end => Ending = new WorkflowTestResult(end, Trace);
        application.Extensions.Add<TimeProvider>(_host.Time);
        application.Extensions.Add(new TraceParticipant(Trace, Note));
        application.Extensions.Add(_host.Effects);
        _host.Options.AddExtensions?.Invoke(application.Extensions, _host.Effects);
        if (_host.Options.IdleAction == PersistableIdleAction.Persist)
        {
            application.PersistableIdle = static _ => PersistableIdleAction.Persist;
        }

        _application = application;
    }

    private void Note(TrackingRecord record)
    {
        if (Trace.Records.Count == _host.Options.MaxRecords)
        {
            Application.Abort(
                $"The instance has created {_host.Options.MaxRecords} tracking records, so it seems to loop; change MaxRecords if it needs more.");
        }

        _host.Options.Tracked?.Invoke(record);
    }
}
