namespace Workflow;

/// <summary>Writes the state of an object of an instance. Classes with state use it; the namespace Workflow.Runtime implements it.</summary>
internal abstract class StateWriter
{
    public abstract void WriteNumber(string key, long number);

    /// <summary>Writes a keyword of the saved format.</summary>
    public abstract void WriteWord(string key, string word);

    public abstract void WriteFlag(string key, bool flag);

    /// <summary>
    /// Writes a value of a declared type. Objects of the workflow itself (bookmarks, scopes, handles, activities, environments, instances, exceptions, other
    /// parts) are saved once for the instance and keep their identity.
    /// </summary>
    public abstract void WriteValue(string key, object? value, Type type);

    public abstract void WriteValues(string key, IEnumerable<object?> values, Type type);
}
