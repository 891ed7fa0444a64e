using System.Runtime.CompilerServices;
using Workflow.Persistence;

namespace Workflow.Testing;

/// <summary>
/// Finds changes of a definition that would break instances that wait in a database. <see cref="RecordAsync"/> writes the saved state at each wait into files,
/// which belong in version control; <see cref="VerifyAsync"/> loads these states with the current definition.
/// </summary>
public static class CompatibilityTest
{
    private const string Extension = ".workflow.json";

    /// <summary>Runs a workflow and writes its state at each wait into a file. Call this method once for each released version of the definition.</summary>
    /// <param name="folder">The folder; created if it does not exist. Files of other definitions may be in it.</param>
    /// <param name="name">The name of the recording, part of the names of the files: for example <c>order-approval-v2</c>.</param>
    /// <param name="definition">The workflow.</param>
    /// <param name="options">The script; null, the default, records the first wait of a workflow without inputs.</param>
    /// <param name="cancellationToken">Cancels the recording; files that were written stay.</param>
    /// <returns>A task that returns the paths of the files.</returns>
    /// <exception cref="ArgumentException">A text is null or empty, or the name cannot be part of a file name.</exception>
    /// <exception cref="InvalidOperationException">
    /// The folder already has files of this name. They represent instances that may still wait: choose a new name, or delete the files.
    /// </exception>
    /// <exception cref="WorkflowTestException">An event cannot be delivered, or the state cannot be saved.</exception>
    public static async Task<IReadOnlyList<string>> RecordAsync(
        string folder, string name, Activity definition, CompatibilityTestOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        ArgumentException.ThrowIfNullOrEmpty(name);
        ArgumentNullException.ThrowIfNull(definition);
        options ??= new CompatibilityTestOptions();
        if (name.AsSpan().ContainsAny(Path.GetInvalidFileNameChars()))
        {
            throw new ArgumentException($"'{name}' cannot be part of the name of a file.", nameof(name));
        }

        Directory.CreateDirectory(folder);
        if (Directory.EnumerateFiles(folder, $"{name}.*{Extension}").Any())
        {
            throw new InvalidOperationException(
                $"The folder '{folder}' has a recording '{name}'. It stands for instances that may wait somewhere: choose a new name, or delete its files first.");
        }

        List<string> files = [];
        VirtualTimeProvider time = new();
        ProcessStore store = new(ProcessStore.CreateShared(time));
        TestHost host = new(new TestHostOptions { Time = time, Store = store, AddExtensions = options.AddExtensions });
        await using ConfiguredAsyncDisposable disposal = host.ConfigureAwait(false);
        TestInstance instance = host.Start(definition, options.Inputs, options.Identity);
        await instance.RunUntilIdleAsync(cancellationToken).ConfigureAwait(false);
        foreach (TestEvent next in options.Events)
        {
            await KeepAsync().ConfigureAwait(false);
            if (!await next.TryDeliverAsync(host, instance, cancellationToken).ConfigureAwait(false))
            {
                throw instance.Fail($"The event '{next}' cannot be delivered: {instance.WhatItWaitsFor()}.");
            }
        }

        if (instance.Result is null)
        {
            await KeepAsync().ConfigureAwait(false);
        }

        return files;

        async Task KeepAsync()
        {
            string file = Path.Combine(folder, $"{name}.{files.Count + 1}{Extension}");
            await File.WriteAllBytesAsync(file, store.LastState.ToArray(), cancellationToken).ConfigureAwait(false);
            files.Add(file);
        }
    }

    /// <summary>Loads the states of a recording with a definition.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="name">The name of the recording.</param>
    /// <param name="definition">The workflow as it is now.</param>
    /// <param name="addExtensions">
    /// Adds the extensions that the workflow requires. The callback receives the effect log of the host, which is already an extension. Null, the default, adds
    /// none.
    /// </param>
    /// <param name="cancellationToken">Cancels the loads.</param>
    /// <returns>A task that returns the number of states. All of them can be loaded.</returns>
    /// <exception cref="ArgumentException">A text is null or empty.</exception>
    /// <exception cref="FileNotFoundException">The folder has no file of this name.</exception>
    /// <exception cref="WorkflowTestException">
    /// Waiting instances would break; the message names each file, the activity at which the instance waits, and the reason why the instance cannot be loaded.
    /// </exception>
    public static async Task<int> VerifyAsync(
        string folder,
        string name,
        Activity definition,
        Action<Hosting.WorkflowInstanceExtensionManager, EffectLog>? addExtensions = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        ArgumentException.ThrowIfNullOrEmpty(name);
        ArgumentNullException.ThrowIfNull(definition);
        string[] files = Directory.Exists(folder) ? Directory.GetFiles(folder, $"{name}.*{Extension}") : [];
        if (files.Length == 0)
        {
            throw new FileNotFoundException($"The folder '{folder}' has no recording '{name}'; call RecordAsync once and keep the files.");
        }

        Array.Sort(files, StringComparer.Ordinal);
        List<string> broken = [];
        foreach (string file in files)
        {
            if (await FindBreakAsync(file, definition, addExtensions, cancellationToken).ConfigureAwait(false) is { } why)
            {
                broken.Add($"- {Path.GetFileName(file)}: {why}");
            }
        }

        return broken.Count == 0
            ? files.Length
            : throw new WorkflowTestException(
                $"{broken.Count} of {files.Length} waiting instances of '{name}' cannot be loaded with '{definition.DisplayName}' as it is now; "
                + $"give the changed definition a new version, and keep the old one for them:{Environment.NewLine}{string.Join(Environment.NewLine, broken)}");
    }

    /// <summary>Returns the reason why an instance cannot continue with the definition; null if it can.</summary>
    private static async Task<string?> FindBreakAsync(
        string file,
        Activity definition,
        Action<Hosting.WorkflowInstanceExtensionManager, EffectLog>? addExtensions,
        CancellationToken cancellationToken)
    {
        byte[] state = await File.ReadAllBytesAsync(file, cancellationToken).ConfigureAwait(false);
        VirtualTimeProvider time = new();
        InMemoryInstanceStore store = ProcessStore.CreateShared(time);
        try
        {
            RecordedState recorded = RecordedState.Read(state);
            InstanceOwner owner = await store.CreateOwnerAsync(
                new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, cancellationToken).ConfigureAwait(false);
            await store.SaveAsync(owner, recorded.ToSave(state), cancellationToken).ConfigureAwait(false);
            TestHost host = new(
                new TestHostOptions { Time = time, Store = new ProcessStore(store), IdleAction = PersistableIdleAction.None, AddExtensions = addExtensions });
            await using ConfiguredAsyncDisposable disposal = host.ConfigureAwait(false);
            await host.LoadAsync(definition, recorded.InstanceId, recorded.Identity, cancellationToken).ConfigureAwait(false);
            return null;
        }
        catch (Exception exception) when (exception is InstancePersistenceException or InvalidDataException or WorkflowTestException)
        {
            return exception.Message;
        }
    }
}
