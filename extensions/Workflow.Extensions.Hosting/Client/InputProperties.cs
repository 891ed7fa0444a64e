namespace Workflow.Extensions.Hosting;

/// <summary>The inputs of a new instance: a dictionary, or the public properties of an object.</summary>
internal static class InputProperties
{
    /// <summary>Converts an object to a dictionary of inputs.</summary>
    /// <exception cref="WorkflowInputException">The object does not represent a set of inputs.</exception>
    public static IDictionary<string, object?> Of(string definitionName, object? inputs)
    {
        try
        {
            return inputs switch
            {
                null => new Dictionary<string, object?>(),
                IDictionary<string, object?> dictionary => new Dictionary<string, object?>(dictionary),
                IEnumerable<KeyValuePair<string, object?>> pairs => new Dictionary<string, object?>(pairs),
                _ => WorkflowInputs.From(inputs, inputs.GetType()),
            };
        }
        catch (ArgumentException exception)
        {
            throw new WorkflowInputException(definitionName, exception.Message, exception);
        }
    }
}
