using System.Reflection;
using System.Reflection.Emit;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace Workflow.Architecture.Tests.Reading;

/// <summary>Finds the metadata tokens in the instructions of a method.</summary>
internal static class InstructionReader
{
    private static readonly Dictionary<int, OperandType> OperandTypes = typeof(OpCodes)
        .GetFields(BindingFlags.Public | BindingFlags.Static)
        .Select(field => (OpCode)field.GetValue(null)!)
        .ToDictionary(code => code.Value & 0xFFFF, code => code.OperandType);

    public static IEnumerable<EntityHandle> Tokens(byte[] instructions)
    {
        int at = 0;
        while (at < instructions.Length)
        {
            int code = instructions[at++];
            if (code == 0xFE)
            {
                code = 0xFE00 | instructions[at++];
            }

            OperandType operand = OperandTypes[code];
            if (operand is OperandType.InlineField or OperandType.InlineMethod or OperandType.InlineTok or OperandType.InlineType or OperandType.InlineSig)
            {
                yield return (EntityHandle)MetadataTokens.Handle(BitConverter.ToInt32(instructions, at));
            }

            at += Size(operand, instructions, at);
        }
    }

    private static int Size(OperandType operand, byte[] instructions, int at) => operand switch
    {
        OperandType.InlineNone => 0,
        OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar => 1,
        OperandType.InlineVar => 2,
        OperandType.InlineI8 or OperandType.InlineR => 8,
        OperandType.InlineSwitch => 4 + (4 * BitConverter.ToInt32(instructions, at)),
        _ => 4,
    };
}
