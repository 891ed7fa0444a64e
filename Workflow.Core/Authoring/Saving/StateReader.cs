namespace Workflow;

/// <summary>Reads the state that a <see cref="StateWriter"/> wrote. If a member is missing or has another type, the load fails.</summary>
internal abstract class StateReader
{
    public abstract long ReadNumber(string key);

    public abstract string ReadWord(string key);

    public abstract bool ReadFlag(string key);

    /// <summary>Reads a value; null if null was written.</summary>
    public abstract T? ReadValue<T>(string key);

    /// <summary>Reads a value that is not null.</summary>
    public abstract T ReadRequired<T>(string key)
        where T : class;

    public abstract IReadOnlyList<T?> ReadValues<T>(string key);
}
