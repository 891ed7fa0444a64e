namespace Workflow;

/// <summary>An object of a run that writes and reads itself when the instance is saved and loaded.</summary>
internal interface ISavedState
{
    /// <summary>Writes what <see cref="Load"/> reads, under the same keys.</summary>
    void Save(StateWriter writer);

    /// <summary>Reads it into a new object. Other objects that it gets may not have been loaded yet: it keeps them and asks them nothing.</summary>
    void Load(StateReader reader);

    /// <summary>Whether it goes together with the objects that it got, when all have been loaded; a snapshot in which one does not is refused.</summary>
    bool IsSound => true;
}

/// <summary>One that is made by its kind; a declaring activity says which kinds there are.</summary>
internal interface ISavedPart : ISavedState
{
    StateKind SavedAs { get; }
}
