using System.Text;

namespace Workflow.Foundation;

/// <summary>Renders types as C# source: <c>Assign&lt;Int32&gt;</c>.</summary>
internal static class TypeNames
{
    /// <remarks>The text has no spaces: tracking queries compare activity names exactly, and the names of the model have no spaces.</remarks>
    public static string Of(Type type)
    {
        if (!type.IsGenericType)
        {
            return type.Name;
        }

        int tick = type.Name.IndexOf('`', StringComparison.Ordinal);
        StringBuilder text = new(tick < 0 ? type.Name : type.Name[..tick]);
        text.Append('<');
        Type[] arguments = type.GetGenericArguments();
        for (int i = 0; i < arguments.Length; i++)
        {
            text.Append(i == 0 ? string.Empty : ",").Append(Of(arguments[i]));
        }

        return text.Append('>').ToString();
    }
}
