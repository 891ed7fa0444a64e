using System.Diagnostics.CodeAnalysis;

namespace Workflow.Extensions.Hosting;

/// <summary>The inputs of a new instance: a dictionary, or the public properties of an object.</summary>
internal static class InputProperties
{
    /// <summary>Converts an object to a dictionary of inputs. An object that is a dictionary is not copied if it can be read as it is.</summary>
    /// <exception cref="WorkflowInputException">The object does not represent a set of inputs.</exception>
    public static IReadOnlyDictionary<string, object?>? Of<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicProperties)] T>(
        string definitionName, T inputs)
        where T : notnull
    {
        try
        {
            return inputs switch
            {
                null => null,
                IReadOnlyDictionary<string, object?> dictionary => dictionary,
                IEnumerable<KeyValuePair<string, object?>> pairs => new Dictionary<string, object?>(pairs),
                _ => WorkflowInputs.From(inputs).AsReadOnly(),
            };
        }
        catch (ArgumentException exception)
        {
            throw new WorkflowInputException(definitionName, exception.Message, exception);
        }
    }
}
