namespace Workflow;

/// <summary>An object of a workflow instance that writes its own state in a save and reads it in a load.</summary>
internal interface ISavedState
{
    /// <summary>Writes the state that <see cref="Load"/> reads, under the same keys.</summary>
    void Save(StateWriter writer);

    /// <summary>Reads the state into a new object. Objects to which the state refers may not be loaded yet, so the method must not use them.</summary>
    void Load(StateReader reader);

    /// <summary>True if the state fits the objects to which it refers. Read after all objects were loaded; if false, the load fails.</summary>
    bool IsSound => true;
}

/// <summary>A saved object that its <see cref="StateKind"/> creates. The activity that declares the object lists its kinds.</summary>
internal interface ISavedPart : ISavedState
{
    StateKind SavedAs { get; }
}
