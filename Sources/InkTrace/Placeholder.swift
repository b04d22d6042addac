internal import InkModel
