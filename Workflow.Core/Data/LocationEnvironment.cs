namespace Workflow.Data;

/// <summary>
/// The slots that one running scope declares, and the scope around it. <see cref="ScopeId"/> says which declaration it
/// serves; it is unique over all definitions of the process, so a reference from a foreign tree never finds a slot.
/// </summary>
internal sealed class LocationEnvironment
{
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

    public long ScopeId;

    /// <summary>User code or a longer-lived scope holds a location of this environment or of one below it: it is never reused.</summary>
    public bool IsCaptured;

    /// <summary>In use by an instance.</summary>
    public bool IsRented;

    /// <summary>The environment of the scope, this one or an outer one; null when it is not on the chain.</summary>
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
    /// Keeps this environment, and all that its places may lead to, untouched after its activity ended: somebody holds
    /// one of its places.
    /// </summary>
    public void Capture()
    {
        for (LocationEnvironment? environment = this; environment is { IsCaptured: false }; environment = environment.Parent)
        {
            environment.IsCaptured = true;
        }
    }

    /// <summary>Clears some of the slots; null for none.</summary>
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

/// <summary>Look-ups on an environment that may be missing.</summary>
internal static class LocationEnvironmentLookup
{
    /// <summary>The place of a reference that was found visible when the definition was frozen.</summary>
    public static Location PlaceOf(this LocationEnvironment? environment, long scopeId, int slot)
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
