namespace Workflow.Core.Tests.Stress;

/// <summary>Detects two threads inside one instance, or a nested entry.</summary>
internal sealed class Occupancy(Action<string> fail)
{
    private string? _inside;

    public Stay Enter(string what)
    {
        string? inside = Interlocked.CompareExchange(ref _inside, what, null);
        if (inside is not null)
        {
            fail($"'{what}' came into the instance while '{inside}' was in it");
        }

        return new Stay(inside is null ? this : null);
    }

    /// <summary>Leaves the instance when disposed.</summary>
    internal sealed class Stay(Occupancy? occupancy) : IDisposable
    {
        public void Dispose()
        {
            if (occupancy is not null)
            {
                Volatile.Write(ref occupancy._inside, null);
            }
        }
    }
}
