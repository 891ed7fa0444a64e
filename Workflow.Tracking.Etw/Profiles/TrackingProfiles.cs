using System.Diagnostics.CodeAnalysis;
using Workflow.Tracking.Etw.Events;
using Workflow.Tracking.Etw.Profiles;

namespace Workflow.Tracking;

/// <summary>
/// Tracking profiles by name: <c>ErrorsOnly</c>, <c>Health</c>, <c>Basic</c>, <c>EndToEnd</c> and <c>Troubleshooting</c>, and those of a JSON file, which may
/// replace them. What each asks for, and how the file looks, is described in docs/observability.md.
/// </summary>
/// <remarks>Safe from any thread. Running instances notice a new file before their next work item.</remarks>
public sealed class TrackingProfiles
{
    private readonly TimeProvider _clock;
    private ProfileTable _table = new(StandardProfiles.All, []);

    /// <summary>Creates the five standard profiles.</summary>
    /// <param name="timeProvider">The clock by which a file is watched; null, the default, means that of the system.</param>
    public TrackingProfiles(TimeProvider? timeProvider = null) => _clock = timeProvider ?? TimeProvider.System;

    /// <summary>Those of participants that are given none; whoever loads a file into them loads it for all of those.</summary>
    public static TrackingProfiles Default { get; } = new();

    /// <summary>The profile with a name for a workflow: one for the very workflow counts before one for "*".</summary>
    /// <param name="name">The name; upper and lower case are the same.</param>
    /// <param name="activityDefinitionId">The display name of the workflow's root.</param>
    /// <returns>The profile; null when there is no such name, or nothing under it for the workflow.</returns>
    /// <exception cref="ArgumentNullException">One of them is null.</exception>
    public TrackingProfile? Find(string name, string activityDefinitionId)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(activityDefinitionId);
        return Volatile.Read(ref _table).Find(name, activityDefinitionId);
    }

    /// <summary>Takes profiles from a JSON text, instead of those taken before; the standard ones stay, unless one of the same name replaces it.</summary>
    /// <param name="json">The text, in UTF-8.</param>
    /// <exception cref="TrackingProfileFormatException">The text holds no profiles; those taken before stay.</exception>
    public void Load(ReadOnlySpan<byte> json)
    {
        Volatile.Write(ref _table, new ProfileTable(StandardProfiles.All, ProfileReader.Read(json)));
        TrackingEventSource.Log.Changes.Announce();
    }

    /// <summary>Takes profiles from a JSON file, as <see cref="Load"/> does.</summary>
    /// <param name="path">The file.</param>
    /// <param name="cancellationToken">Ends the reading of the file.</param>
    /// <returns>The end of the work.</returns>
    /// <exception cref="ArgumentException">The path is null or empty.</exception>
    /// <exception cref="IOException">The file cannot be read; the profiles taken before stay.</exception>
    /// <exception cref="TrackingProfileFormatException">The file holds no profiles; those taken before stay.</exception>
    public async Task LoadFileAsync(string path, CancellationToken cancellationToken = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        Load(await File.ReadAllBytesAsync(path, cancellationToken).ConfigureAwait(false));
    }

    /// <summary>Looks at a JSON file again and again and takes its profiles whenever it has changed; the first time at once.</summary>
    /// <remarks>A file that is not there or holds no profiles changes nothing; event 3509 says so, once for each state of the file.</remarks>
    /// <param name="path">The file.</param>
    /// <param name="interval">How long to wait between two looks; more than zero, at most 49 days.</param>
    /// <param name="cancellationToken">Ends the watching.</param>
    /// <returns>The end of the watching, which comes with <see cref="OperationCanceledException"/> when it is canceled, and not before.</returns>
    /// <exception cref="ArgumentException">The path is null or empty, or the interval is not more than zero, or longer than 49 days.</exception>
    public async Task WatchFileAsync(string path, TimeSpan interval, CancellationToken cancellationToken)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(interval, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(interval, TimeSpan.FromDays(49));
        using PeriodicTimer timer = new(interval, _clock);
        (DateTime Written, long Length)? seen = null;
        do
        {
            FileInfo file = new(path);
            (DateTime Written, long Length) state = file.Exists ? (file.LastWriteTimeUtc, file.Length) : default;
            if (state != seen)
            {
                seen = state;
                await TryLoadFileAsync(path, cancellationToken).ConfigureAwait(false);
            }
        }
        while (await timer.WaitForNextTickAsync(cancellationToken).ConfigureAwait(false));
    }

    [SuppressMessage("Design", "CA1031:Do not catch general exception types", Justification = "Whatever is wrong with the file or the way to it, the next look may find it mended.")]
    private async Task TryLoadFileAsync(string path, CancellationToken cancellationToken)
    {
        try
        {
            await LoadFileAsync(path, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is not OperationCanceledException)
        {
            TrackingEventSource.Log.TrackingProfileFileRefused(path, exception.Message);
        }
    }
}
