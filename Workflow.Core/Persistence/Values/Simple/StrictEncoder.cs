using System.Text.Encodings.Web;

namespace Workflow.Persistence;

/// <summary>
/// An encoder that escapes only what JSON requires, and rejects half of a surrogate pair. UTF-8 cannot represent such a half, and other encoders replace it
/// silently, also in names and keys.
/// </summary>
internal sealed unsafe class StrictEncoder : JavaScriptEncoder
{
    public static readonly StrictEncoder Instance = new();

    private static readonly JavaScriptEncoder Relaxed = UnsafeRelaxedJsonEscaping;

    private StrictEncoder()
    {
    }

    public override int MaxOutputCharactersPerInputCharacter => Relaxed.MaxOutputCharactersPerInputCharacter;

    public override int FindFirstCharacterToEncode(char* text, int textLength)
    {
        if (!SimpleValues.IsWellFormed(new ReadOnlySpan<char>(text, textLength)))
        {
            throw new UnsavableValueException(
                typeof(string), "has half of a surrogate pair, which UTF-8 cannot hold; replace it, or save the text as an array of characters");
        }

        return Relaxed.FindFirstCharacterToEncode(text, textLength);
    }

    public override bool TryEncodeUnicodeScalar(int unicodeScalar, char* buffer, int bufferLength, out int numberOfCharactersWritten) =>
        Relaxed.TryEncodeUnicodeScalar(unicodeScalar, buffer, bufferLength, out numberOfCharactersWritten);

    public override bool WillEncode(int unicodeScalar) => Relaxed.WillEncode(unicodeScalar);
}
