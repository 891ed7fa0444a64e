using System.Diagnostics;

namespace Workflow.Data;

/// <summary>
/// The slots of one running scope, with a reference to the outer scope. <see cref="ScopeId"/> identifies the declaration. The id is unique over all
/// definitions of the process, so a reference of another tree never finds a slot.
/// </summary>
internal sealed class LocationEnvironment
{
    private const long Captured = long.MinValue;

    public LocationEnvironment(SlotKind[] shape)
    {
        Location[] slots = new Location[shape.Length];
        for (int i = 0; i < slots.Length; i++)
        {
            slots[i] = shape[i].Create();
        }

        Slots = slots;
    }

    public readonly Location[] Slots;

    public LocationEnvironment? Parent;

    /// <summary>
    /// The scope id, which is never negative. The sign bit stores the captured state: a separate field would add eight bytes to each environment.
    /// </summary>
    private long _scope;

    public long ScopeId
    {
        get => _scope & ~Captured;
        set
        {
            Debug.Assert(!IsCaptured, "A captured environment keeps its scope.");
            _scope = value;
        }
    }

    /// <summary>
    /// True if user code or a scope with a longer lifetime refers to a location of this environment or of an inner environment. A captured environment
    /// must not be reused.
    /// </summary>
    public bool IsCaptured => _scope < 0;

    /// <summary>Finds the environment of a scope: this environment or an outer one; null if there is none.</summary>
    public LocationEnvironment? Find(long scopeId)
    {
        LocationEnvironment? candidate = this;
        while (candidate is not null && candidate.ScopeId != scopeId)
        {
            candidate = candidate.Parent;
        }

        return candidate;
    }

    /// <summary>
    /// Prevents the reuse of this environment, and of all environments that its locations may be bound to, after the activity has ended. Called when
    /// something refers to one of its locations.
    /// </summary>
    public void Capture()
    {
        for (LocationEnvironment? environment = this; environment is { IsCaptured: false }; environment = environment.Parent)
        {
            environment._scope |= Captured;
        }
    }

    /// <summary>Resets the given slots. Null resets none.</summary>
    public void Clear(int[]? slots)
    {
        if (slots is not null)
        {
            foreach (int slot in slots)
            {
                Slots[slot].Reset();
            }
        }
    }

    public void ClearAll()
    {
        foreach (Location slot in Slots)
        {
            slot.Reset();
        }
    }
}

/// <summary>Lookups in an environment that may be null.</summary>
internal static class LocationEnvironmentLookup
{
    /// <summary>Returns the location of a reference that was visible when the definition was frozen.</summary>
    /// <exception cref="InvalidOperationException">No environment in the chain has the scope.</exception>
    public static Location LocationAt(this LocationEnvironment? environment, long scopeId, int slot)
    {
        while (environment is not null)
        {
            if (environment.ScopeId == scopeId)
            {
                return environment.Slots[slot];
            }

            environment = environment.Parent;
        }

        throw new InvalidOperationException("A variable or argument was read in a run that does not have it; read it below the activity that declares it.");
    }
}
