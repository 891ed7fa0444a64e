namespace Workflow;

/// <summary>Gives back what a <see cref="StateWriter"/> took. What is missing or of another type is a failure of the load.</summary>
internal abstract class StateReader
{
    public abstract long ReadNumber(string key);

    public abstract string ReadWord(string key);

    public abstract bool ReadFlag(string key);

    /// <summary>A value; null when null was written.</summary>
    public abstract T? ReadValue<T>(string key);

    /// <summary>A value that is there.</summary>
    public abstract T ReadRequired<T>(string key)
        where T : class;

    public abstract IReadOnlyList<T?> ReadValues<T>(string key);
}
