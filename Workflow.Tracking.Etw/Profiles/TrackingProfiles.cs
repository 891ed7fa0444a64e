using System.Diagnostics.CodeAnalysis;
using Workflow.Tracking.Etw.Events;
using Workflow.Tracking.Etw.Profiles;

namespace Workflow.Tracking;

/// <summary>
/// Tracking profiles by name: the standard profiles <c>ErrorsOnly</c>, <c>Health</c>, <c>Basic</c>, <c>EndToEnd</c> and <c>Troubleshooting</c>, and the
/// profiles of a JSON file, which may replace them.
/// </summary>
/// <remarks>
/// <para>Thread-safe. Running instances use newly loaded profiles before their next work item.</para>
/// <para>
/// <c>ErrorsOnly</c> selects unhandled exceptions, terminations, aborts and propagated faults. <c>Health</c> selects the main states of instances, closed
/// activities, propagated faults and custom records. <c>Basic</c> selects all states of instances, and the start and the closing of activities. <c>EndToEnd</c>
/// adds scheduled activities and resumed bookmarks to <c>Health</c>. <c>Troubleshooting</c> selects all records, with arguments and variables, also inside
/// composites.
/// </para>
/// <para>
/// An example of a JSON text:
/// <c>{"profiles": [{"name": "Mine", "workflows": [{"activityDefinitionId": "*", "queries": {"workflowInstance": [{"states": ["*"]}]}}]}]}</c>.
/// </para>
/// </remarks>
public sealed class TrackingProfiles
{
    private readonly TimeProvider _clock;
    private ProfileTable _table = new(StandardProfiles.All, []);

    /// <summary>Creates a collection that contains the five standard profiles.</summary>
    /// <param name="timeProvider">The clock of <see cref="WatchFileAsync"/>; null, the default, means the system clock.</param>
    public TrackingProfiles(TimeProvider? timeProvider = null) => _clock = timeProvider ?? TimeProvider.System;

    /// <summary>The profiles that participants use by default. Profiles that are loaded into this object apply to all these participants.</summary>
    public static TrackingProfiles Default { get; } = new();

    /// <summary>Finds the profile of a name that applies to a workflow. A profile for this workflow has precedence over a profile for "*".</summary>
    /// <param name="name">The name; not case-sensitive.</param>
    /// <param name="activityDefinitionId">The display name of the root activity of the workflow.</param>
    /// <returns>The profile; null if the name is unknown, or has no profile that applies to the workflow.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public TrackingProfile? Find(string name, string activityDefinitionId)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(activityDefinitionId);
        return Volatile.Read(ref _table).Find(name, activityDefinitionId);
    }

    /// <summary>
    /// Loads profiles from a JSON text. They replace the profiles that were loaded before. A standard profile stays, unless a loaded profile has the same name.
    /// </summary>
    /// <param name="json">The text, in UTF-8.</param>
    /// <exception cref="TrackingProfileFormatException">The text does not contain valid profiles; the profiles that were loaded before stay.</exception>
    public void Load(ReadOnlySpan<byte> json)
    {
        Volatile.Write(ref _table, new ProfileTable(StandardProfiles.All, ProfileReader.Read(json)));
        TrackingEventSource.Log.Changes.Announce();
    }

    /// <summary>Loads profiles from a JSON file, as <see cref="Load"/> does.</summary>
    /// <param name="path">The path of the file.</param>
    /// <param name="cancellationToken">Cancels the reading of the file.</param>
    /// <returns>A task that ends when the profiles are loaded.</returns>
    /// <exception cref="ArgumentException">The path is null or empty.</exception>
    /// <exception cref="IOException">The file cannot be read; the profiles that were loaded before stay.</exception>
    /// <exception cref="TrackingProfileFormatException">The file does not contain valid profiles; the profiles that were loaded before stay.</exception>
    public async Task LoadFileAsync(string path, CancellationToken cancellationToken = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        Load(await File.ReadAllBytesAsync(path, cancellationToken).ConfigureAwait(false));
    }

    /// <summary>Polls a JSON file, and loads its profiles at once and whenever the file has changed.</summary>
    /// <remarks>If the file does not exist or is invalid, the loaded profiles stay; event 3509 reports it once for each change of the file.</remarks>
    /// <param name="path">The path of the file.</param>
    /// <param name="interval">The time between two checks of the file; more than zero, at most 49 days.</param>
    /// <param name="cancellationToken">Stops the polling.</param>
    /// <returns>A task that runs until it is canceled, and then throws an <see cref="OperationCanceledException"/>.</returns>
    /// <exception cref="ArgumentException">The path is null or empty, or the interval is not more than zero, or longer than 49 days.</exception>
    public async Task WatchFileAsync(string path, TimeSpan interval, CancellationToken cancellationToken = default)
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

    [SuppressMessage(
        "Design",
        "CA1031:Do not catch general exception types",
        Justification = "Whatever is wrong with the file or the way to it, the next read may find it repaired.")]
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
