using System.Collections.Concurrent;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>Checks periodically for profiles that have changed. Thread-safe.</summary>
internal sealed class ProfilePolling : IDisposable
{
    private readonly ConcurrentDictionary<Type, (bool UsesDefault, string? Version)> _watched = new();
    private readonly ProfileStore _profiles;
    private readonly TimeSpan _interval;
    private readonly Action<Type, TrackingProfile?> _onChanged;
    private readonly Action<Exception> _onFailed;
    private readonly ITimer _timer;
    private volatile bool _isDisposed;

    public ProfilePolling(ProfileStore profiles, TimeProvider time, TimeSpan interval, Action<Type, TrackingProfile?> onChanged, Action<Exception> onFailed)
    {
        (_profiles, _interval, _onChanged, _onFailed) = (profiles, interval, onChanged, onFailed);
        _timer = time.CreateTimer(_ => _ = CheckAsync(), null, interval, Timeout.InfiniteTimeSpan);
    }

    /// <summary>Watches the profile of a workflow.</summary>
    public void Watch(Type workflowType, bool usesDefault, string? version) => _watched[workflowType] = (usesDefault, version);

    public void Dispose()
    {
        _isDisposed = true;
        _timer.Dispose();
    }

    private async Task CheckAsync()
    {
        foreach ((Type type, (bool usesDefault, string? version)) in _watched)
        {
            try
            {
                CurrentProfile? current = await _profiles.CurrentAsync(type, usesDefault, CancellationToken.None).ConfigureAwait(false);
                if (!_isDisposed && current?.Version != version)
                {
                    _onChanged(type, current?.Read());
                    Watch(type, usesDefault, current?.Version);
                }
            }
            catch (Exception exception)
            {
                // The next check may succeed.
                _onFailed(exception);
            }
        }

        if (!_isDisposed)
        {
            _timer.Change(_interval, Timeout.InfiniteTimeSpan);
        }
    }
}
