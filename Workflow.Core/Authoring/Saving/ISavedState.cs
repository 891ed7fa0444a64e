namespace Workflow;

/// <summary>An object of an instance that writes and reads its own state at saves and loads.</summary>
internal interface ISavedState
{
    /// <summary>Writes what <see cref="Load"/> reads, under the same keys.</summary>
    void Save(StateWriter writer);

    /// <summary>Reads the state into a new object. Other objects that it refers to may not be loaded yet, so it must not use them.</summary>
    void Load(StateReader reader);

    /// <summary>Whether its state fits the objects that it refers to, after all were loaded. If not, the load fails.</summary>
    bool IsSound => true;
}

/// <summary>An object that is created by its kind. The activity that declares it lists its kinds.</summary>
internal interface ISavedPart : ISavedState
{
    StateKind SavedAs { get; }
}
